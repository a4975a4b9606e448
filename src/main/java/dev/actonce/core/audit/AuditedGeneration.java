package dev.actonce.core.audit;

import dev.actonce.core.outcome.OutcomeEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What both sides tell of one admission of a key. Confined to its audit. */
final class AuditedGeneration {
  /** Where an effect was told, without the key. */
  record Seen(long line, @Nullable String reference, @Nullable Instant at) {}

  private static final int FEW = 16;

  private final int number;
  private final List<Seen> effects = new ArrayList<>(1);
  private final List<String> toldReferences = new ArrayList<>(1);
  private @Nullable Set<String> references;
  private boolean told;
  private boolean succeeded;
  private boolean failed;
  private boolean doubted;
  private @Nullable Instant endedAt;

  AuditedGeneration(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  /** False when the export has told this effect before. */
  boolean add(Seen effect) {
    boolean isNew = effect.reference() == null || !isKnown(effect.reference());
    if (isNew) {
      effects.add(effect);
    }
    return isNew;
  }

  /** A set only for the rare many: nearly every action has one effect. */
  private boolean isKnown(String reference) {
    if (effects.size() < FEW) {
      return effects.stream().anyMatch(effect -> reference.equals(effect.reference()));
    }
    if (references == null) {
      references = new HashSet<>();
      for (Seen effect : effects) {
        if (effect.reference() != null) {
          references.add(effect.reference());
        }
      }
    }
    return !references.add(reference);
  }

  void told(OutcomeEvent event) {
    told = true;
    switch (event.status()) {
      case SUCCEEDED, ALREADY_DONE -> {
        succeeded = true;
        ended(event);
      }
      case FAILED -> {
        failed = true;
        ended(event);
      }
      case UNKNOWN -> doubted = true;
      case IN_PROGRESS, CONFLICT, REJECTED -> {}
    }
  }

  private void ended(OutcomeEvent event) {
    endedAt = Objects.requireNonNullElse(event.history().finishedAt(), event.at());
    String reference = event.answer().reference();
    if (reference != null
        && toldReferences.size() < Discrepancy.MAX_TOLD
        && !toldReferences.contains(reference)) {
      toldReferences.add(reference);
    }
  }

  List<Seen> effects() {
    return effects;
  }

  List<String> toldReferences() {
    return toldReferences;
  }

  /** Whether any outcome tells of it. */
  boolean isTold() {
    return told;
  }

  boolean hasSucceeded() {
    return succeeded;
  }

  /** Whether agents were told for good that nothing happened, and something did. */
  boolean isContradicted() {
    return failed && (succeeded || !effects.isEmpty());
  }

  /** Whether a later admission of its key is another try at it, and not a wish of its own. */
  boolean wasRetried() {
    return !succeeded && (failed || doubted);
  }

  boolean isUnsettled() {
    return doubted && !succeeded && !failed;
  }

  @Nullable Instant endedAt() {
    return endedAt;
  }

  /** Whether agents were told of references, and none of them is in the export. */
  boolean hasOtherReference() {
    return succeeded
        && !effects.isEmpty()
        && !toldReferences.isEmpty()
        && effects.stream().allMatch(e -> e.reference() != null)
        && effects.stream().noneMatch(e -> toldReferences.contains(e.reference()));
  }
}
