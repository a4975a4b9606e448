package dev.actonce.core.simulation;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Settlement;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.gate.KeyState;
import dev.actonce.core.outcome.OutcomeEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the broker holds of one partition: committed records and positions only. */
final class Topics {
  /** An intent with the broker's append time. */
  record Appended(ActionIntent intent, Instant at) {}

  /** Who writes transactions; each role has one epoch that fences its predecessors. */
  enum Role {
    GATE,
    EXECUTOR
  }

  final List<Appended> intents = new ArrayList<>();
  final List<ApprovedAction> dispatch = new ArrayList<>();
  final List<Settlement> settlements = new ArrayList<>();
  final List<OutcomeEvent> outcomes = new ArrayList<>();
  final Map<String, Claim> claims = new HashMap<>();
  final Map<String, KeyState> states = new HashMap<>();
  int intentsRead;
  int outcomesRead;
  int dispatchRead;
  int settlementsRead;
  private final Map<Role, Integer> epochs = new EnumMap<>(Role.class);
  private final Checker checker;
  private final Mutant mutant;

  Topics(Checker checker, Mutant mutant) {
    this.checker = checker;
    this.mutant = mutant;
  }

  /** Fences every earlier producer of the role. */
  int newEpoch(Role role) {
    return epochs.merge(role, 1, Integer::sum);
  }

  boolean isFenced(Role role, int epoch) {
    return mutant != Mutant.NO_FENCE && epochs.getOrDefault(role, 0) != epoch;
  }

  /** Several records and positions that become visible together or not at all. */
  final class Transaction {
    private final Role role;
    private final int epoch;
    private final List<Runnable> writes = new ArrayList<>();

    Transaction(Role role, int epoch) {
      this.role = role;
      this.epoch = epoch;
    }

    void dispatch(ApprovedAction action, Instant at) {
      writes.add(
          () -> {
            dispatch.add(action);
            checker.dispatched(action, at);
          });
    }

    void outcome(OutcomeEvent outcome) {
      writes.add(
          () -> {
            outcomes.add(outcome);
            checker.told(outcome);
          });
    }

    void claim(Claim claim) {
      writes.add(
          () -> {
            @Nullable Claim before = claims.put(claim.key().value(), claim);
            checker.claimed(before, claim);
          });
    }

    void release(Claim claim) {
      writes.add(() -> claims.remove(claim.key().value()));
    }

    void state(String key, KeyState state) {
      writes.add(() -> states.put(key, state));
    }

    void gateRead(int intentsTo, int outcomesTo) {
      writes.add(
          () -> {
            intentsRead = intentsTo;
            outcomesRead = outcomesTo;
          });
    }

    void executorRead(int dispatchTo, int settlementsTo) {
      writes.add(
          () -> {
            dispatchRead = dispatchTo;
            settlementsRead = settlementsTo;
          });
    }

    /** False when a later producer of the role has fenced this one. */
    boolean commit() {
      if (isFenced(role, epoch)) {
        return false;
      }
      writes.forEach(Runnable::run);
      writes.clear();
      return true;
    }
  }
}
