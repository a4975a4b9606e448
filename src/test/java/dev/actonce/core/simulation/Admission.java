package dev.actonce.core.simulation;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is known of one admission: the truth at the target, and what was told. */
final class Admission {
  /** Names it: a generation number starts again once its key was forgotten. */
  record Id(String key, int generation, Instant admittedAt) {
    static Id of(ApprovedAction action) {
      return new Id(action.key().value(), action.generation(), action.admittedAt());
    }

    @Override
    public String toString() {
      return key + "/" + generation + "@" + admittedAt;
    }
  }

  final ApprovedAction action;

  /** Wishes with {@code issuedAt} that this admission answered. */
  final Set<String> wishes = new HashSet<>();

  int effects;

  /** The executor's final outcome. */
  @Nullable OutcomeStatus told;

  /** The latest publish that was told to wait. */
  @Nullable String waiter;

  Admission(ApprovedAction action) {
    this.action = action;
  }

  SafetyClass safety() {
    return SimulatedTool.of(action.intent().action()).policy().safety();
  }

  Id id() {
    return Id.of(action);
  }

  @Override
  public String toString() {
    return action.intent().action() + " " + id();
  }
}
