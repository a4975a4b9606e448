package dev.actonce.core.audit;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.Settlement;
import dev.actonce.core.outcome.OutcomeEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Compares a provider's export with the outcomes: did anything happen twice, or other than told?
 * Effects and outcomes may come in any order. Confined to the calling thread.
 *
 * <p>An effect belongs to an action by the provider key, or, where the provider takes none, by the
 * reference that the outcome names. It holds one entry for each admitted action and each effect: a
 * few hundred bytes, no arguments and no results.
 */
public final class ProviderAudit {
  private final AuditSettings settings;
  private final Map<String, AuditedAction> actions = new LinkedHashMap<>();
  private final List<Effect> withoutKey = new ArrayList<>();
  private int entries;
  private int effects;
  private int repeatedLines;
  private int otherActions;

  public ProviderAudit(AuditSettings settings) {
    this.settings = settings;
  }

  /**
   * Notes an effect of the export.
   *
   * @throws ActOnceException INVALID_SETTING if there are more than may be held
   */
  public void effect(Effect effect) {
    if (!settings.covers(effect.action())) {
      otherActions++;
      return;
    }
    Optional<ProviderKey> key = Optional.ofNullable(effect.key()).flatMap(ProviderKey::find);
    if (key.isEmpty()) {
      withoutKey.add(effect);
      hold();
      return;
    }
    AuditedAction action = action(key.get().key().value());
    action.exportedAs(effect.action());
    if (note(generation(action, key.get().generation()), effect)) {
      hold();
    }
  }

  /**
   * Notes an outcome; those that speak of no admitted action are passed over.
   *
   * @throws ActOnceException INVALID_SETTING if there are more than may be held
   */
  public void outcome(OutcomeEvent event) {
    if (event.key() == null || event.generation() < 1) {
      return;
    }
    AuditedAction action = action(event.key().value());
    action.toldAs(event.about().action());
    generation(action, event.generation()).told(event);
  }

  /**
   * Notes a settlement, applied or not: one that vouches for another effect than the one that is
   * known tells of a second one.
   *
   * @throws ActOnceException INVALID_SETTING if there are more than may be held
   */
  public void settlement(Settlement settlement) {
    String reference = settlement.reference();
    if (settlement.verdict() != Settlement.Verdict.SUCCEEDED || reference == null) {
      return;
    }
    int generation = Objects.requireNonNullElse(settlement.generation(), ProviderKey.NO_GENERATION);
    if (action(settlement.key().value()).vouched(generation, reference)) {
      hold();
    }
  }

  private AuditedAction action(String key) {
    return actions.computeIfAbsent(key, k -> new AuditedAction());
  }

  private AuditedGeneration generation(AuditedAction action, int number) {
    return action
        .find(number)
        .orElseGet(
            () -> {
              hold();
              return action.add(number);
            });
  }

  /** False when the export has told this effect before. */
  private boolean note(AuditedGeneration generation, Effect effect) {
    boolean isNew =
        generation.add(new AuditedGeneration.Seen(effect.line(), effect.reference(), effect.at()));
    if (isNew) {
      effects++;
    } else {
      repeatedLines++;
    }
    return isNew;
  }

  private void hold() {
    entries++;
    if (entries > settings.maxEntries()) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "the audit holds an entry for each action and each effect, and there are more than "
              + settings.maxEntries()
              + "; audit a shorter time with --since and --until and an export of that time, or"
              + " raise --max-entries together with the heap in ACTONCE_JAVA_OPTS");
    }
  }

  /** Compares all that was noted. To be called once, at the end. */
  public AuditReport report() {
    Findings findings = new Findings(settings);
    assignByReference(findings);
    int told = 0;
    int succeeded = 0;
    int unsettled = 0;
    for (Map.Entry<String, AuditedAction> each : actions.entrySet()) {
      AuditedAction action = each.getValue();
      List<AuditedGeneration> generations = action.assigned();
      if (settings.covers(action.action())) {
        findings.check(each.getKey(), action, generations);
        told += count(generations, AuditedGeneration::isTold);
        succeeded += count(generations, AuditedGeneration::hasSucceeded);
        unsettled += count(generations, AuditedGeneration::isUnsettled);
      } else {
        int ofOthers = generations.stream().mapToInt(g -> g.effects().size()).sum();
        effects -= ofOthers;
        otherActions += ofOthers;
      }
    }
    return findings.report(
        new AuditReport.Counts(
            effects,
            repeatedLines,
            otherActions,
            told,
            succeeded,
            unsettled,
            findings.outsideWindow()));
  }

  private static int count(
      List<AuditedGeneration> generations, Predicate<AuditedGeneration> which) {
    return Math.toIntExact(generations.stream().filter(which).count());
  }

  /** Gives effects without a key of ours to the action whose outcome names their reference. */
  private void assignByReference(Findings findings) {
    Map<String, AuditedGeneration> byReference = new LinkedHashMap<>();
    withoutKey.forEach(
        effect -> {
          if (effect.reference() != null) {
            byReference.put(effect.reference(), new AuditedGeneration(0));
          }
        });
    for (AuditedAction action : actions.values()) {
      for (AuditedGeneration generation : action.assigned()) {
        generation
            .toldReferences()
            .forEach(reference -> byReference.replace(reference, generation));
      }
    }
    for (Effect effect : withoutKey) {
      String reference = effect.reference();
      AuditedGeneration owner = reference == null ? null : byReference.get(reference);
      if (owner == null) {
        effects++;
        findings.unclaimed(effect);
      } else {
        boolean isNew = note(owner, effect);
        if (isNew && !owner.isTold()) {
          findings.unclaimed(effect);
        }
      }
    }
    withoutKey.clear();
  }
}
