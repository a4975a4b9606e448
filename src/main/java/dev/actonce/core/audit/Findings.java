package dev.actonce.core.audit;

import dev.actonce.core.audit.Discrepancy.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Judges actions, counts what is wrong, and keeps the first few of each kind. One use. */
final class Findings {
  private static final String UNKNOWN_ACTION = "unknown";

  private final AuditSettings settings;
  private final Map<Kind, Integer> found = new EnumMap<>(Kind.class);
  private final Map<Kind, List<Discrepancy>> listed = new EnumMap<>(Kind.class);
  private final Map<String, Integer> escaped = new TreeMap<>();
  private int outsideWindow;

  Findings(AuditSettings settings) {
    this.settings = settings;
    for (Kind kind : Kind.values()) {
      found.put(kind, 0);
      listed.put(kind, new ArrayList<>());
    }
    settings.actions().forEach(action -> escaped.put(action, 0));
  }

  int outsideWindow() {
    return outsideWindow;
  }

  /** An effect that has no key of ours, and whose reference no outcome names. */
  void unclaimed(Effect effect) {
    if (!settings.demands(effect.at())) {
      outsideWindow++;
      return;
    }
    List<String> references = effect.reference() == null ? List.of() : List.of(effect.reference());
    add(
        new Discrepancy(
            Kind.EFFECT_WITHOUT_OUTCOME,
            effect.action(),
            effect.key(),
            0,
            references,
            List.of(effect.line())),
        1);
  }

  void check(String key, AuditedAction action, List<AuditedGeneration> generations) {
    int duplicates = action.escaped();
    String name = action.action() == null ? UNKNOWN_ACTION : action.action();
    escaped.merge(name, duplicates, Integer::sum);
    if (duplicates > 0) {
      int last = generations.isEmpty() ? 0 : generations.get(generations.size() - 1).number();
      add(
          of(Kind.ESCAPED_DUPLICATE, key, action.action(), last, generations)
              .withReferences(action.vouchedBesides()),
          duplicates);
    }
    for (AuditedGeneration generation : generations) {
      check(key, action.action(), generation);
    }
  }

  private void check(String key, @Nullable String action, AuditedGeneration generation) {
    if (generation.isContradicted()) {
      add(Kind.CONTRADICTED, key, action, generation);
    }
    if (generation.hasOtherReference()) {
      add(Kind.OTHER_REFERENCE, key, action, generation);
    }
    if (generation.hasSucceeded() && generation.effects().isEmpty()) {
      if (settings.demands(generation.endedAt())) {
        add(Kind.MISSING_EFFECT, key, action, generation);
      } else {
        outsideWindow++;
      }
    }
    if (!generation.isTold() && !generation.effects().isEmpty()) {
      if (generation.effects().stream().anyMatch(effect -> settings.demands(effect.at()))) {
        add(Kind.EFFECT_WITHOUT_OUTCOME, key, action, generation);
      } else {
        outsideWindow++;
      }
    }
  }

  private void add(Kind kind, String key, @Nullable String action, AuditedGeneration generation) {
    add(of(kind, key, action, generation.number(), List.of(generation)), 1);
  }

  private void add(Discrepancy discrepancy, int count) {
    found.merge(discrepancy.kind(), count, Integer::sum);
    List<Discrepancy> ofKind = listed.computeIfAbsent(discrepancy.kind(), k -> new ArrayList<>());
    if (ofKind.size() < settings.maxListed()) {
      ofKind.add(discrepancy);
    }
  }

  private static Discrepancy of(
      Kind kind,
      String key,
      @Nullable String action,
      int generation,
      List<AuditedGeneration> generations) {
    List<AuditedGeneration.Seen> effects =
        generations.stream().flatMap(g -> g.effects().stream()).toList();
    List<String> references = new ArrayList<>();
    for (AuditedGeneration.Seen effect : effects) {
      if (effect.reference() != null) {
        references.add(effect.reference());
      }
    }
    generations.forEach(g -> references.addAll(g.toldReferences()));
    return new Discrepancy(
        kind,
        action,
        key,
        generation,
        references,
        effects.stream().map(AuditedGeneration.Seen::line).toList());
  }

  AuditReport report(AuditReport.Counts counts) {
    List<Discrepancy> all = Stream.of(Kind.values()).flatMap(k -> of(k).stream()).toList();
    return new AuditReport(counts, found, escaped, all);
  }

  private List<Discrepancy> of(Kind kind) {
    return listed.getOrDefault(kind, List.of());
  }
}
