package dev.actonce.core.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What both sides tell of one key. Confined to its audit. */
final class AuditedAction {
  private final List<AuditedGeneration> generations = new ArrayList<>(1);
  private final Map<Integer, Set<String>> vouched = new TreeMap<>();
  private @Nullable String toldAs;
  private @Nullable String exportedAs;

  /** The tool: outcomes know it better than an export. */
  @Nullable String action() {
    return toldAs == null ? exportedAs : toldAs;
  }

  void toldAs(String action) {
    toldAs = action;
  }

  void exportedAs(@Nullable String action) {
    if (action != null) {
      exportedAs = action;
    }
  }

  /**
   * A settlement says that the effect of this reference happened; false if one has before.
   *
   * @param generation {@link ProviderKey#NO_GENERATION} if it does not say which
   */
  boolean vouched(int generation, String reference) {
    return vouched.computeIfAbsent(generation, g -> new LinkedHashSet<>()).add(reference);
  }

  Optional<AuditedGeneration> find(int number) {
    return generations.stream().filter(g -> g.number() == number).findFirst();
  }

  AuditedGeneration add(int number) {
    AuditedGeneration added = new AuditedGeneration(number);
    generations.add(added);
    return added;
  }

  /**
   * All generations in order. Effects whose generation the provider did not see go where a
   * reference points, else to a success that has no effect yet, else to the newest generation.
   */
  List<AuditedGeneration> assigned() {
    Optional<AuditedGeneration> loose = find(ProviderKey.NO_GENERATION);
    boolean alone = generations.size() == 1;
    if (loose.isPresent() && !alone) {
      generations.remove(loose.get());
      List<AuditedGeneration.Seen> rest =
          loose.get().effects().stream().filter(effect -> !claim(effect)).toList();
      rest.forEach(effect -> successWithoutEffect().orElseGet(this::newest).add(effect));
    }
    generations.sort(Comparator.comparingInt(AuditedGeneration::number));
    return generations;
  }

  /** Gives the effect to the generation that names its reference; false if there is none. */
  private boolean claim(AuditedGeneration.Seen effect) {
    String reference = effect.reference();
    Optional<AuditedGeneration> owner =
        reference == null
            ? Optional.empty()
            : generations.stream().filter(g -> g.toldReferences().contains(reference)).findFirst();
    owner.ifPresent(generation -> generation.add(effect));
    return owner.isPresent();
  }

  private Optional<AuditedGeneration> successWithoutEffect() {
    return generations.stream().filter(g -> g.hasSucceeded() && g.effects().isEmpty()).findFirst();
  }

  private AuditedGeneration newest() {
    return generations.stream()
        .max(Comparator.comparingInt(AuditedGeneration::number))
        .orElseThrow();
  }

  /**
   * Effects beyond those that somebody wanted: one for each admission, less each one that a later
   * admission repeated although it had not been told as done. Call {@link #assigned} before.
   */
  int escaped() {
    int escaped = vouchedBesides().size();
    boolean repeated = false;
    for (int i = generations.size() - 1; i >= 0; i--) {
      AuditedGeneration generation = generations.get(i);
      int effects = generation.effects().size();
      if (effects > 0) {
        escaped += effects - 1 + (repeated && generation.wasRetried() ? 1 : 0);
        repeated = true;
      }
    }
    return escaped;
  }

  /**
   * References that settlements vouch for besides the effects that are known. Where none is known,
   * the first of them is that effect. Call {@link #assigned} before.
   */
  List<String> vouchedBesides() {
    Set<String> besides = new LinkedHashSet<>();
    vouched.forEach(
        (generation, references) -> {
          Set<String> known = knownReferences(generation);
          references.stream()
              .filter(reference -> !known.contains(reference))
              .skip(known.isEmpty() ? 1 : 0)
              .forEach(besides::add);
        });
    return List.copyOf(besides);
  }

  /** Of one generation, or of all. */
  private Set<String> knownReferences(int number) {
    Set<String> known = new HashSet<>();
    for (AuditedGeneration generation : generations) {
      if (number == ProviderKey.NO_GENERATION || number == generation.number()) {
        known.addAll(generation.toldReferences());
        generation.effects().stream()
            .map(AuditedGeneration.Seen::reference)
            .filter(Objects::nonNull)
            .forEach(known::add);
      }
    }
    return known;
  }
}
