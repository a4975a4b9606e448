package dev.actonce.core.simulation;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.gate.Arrival;
import dev.actonce.core.gate.Verdict;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Watches every commit and every effect, and says which invariant is broken. */
final class Checker {
  private final Coverage coverage;
  private final GateChecker gate;
  private final Map<Admission.Id, Admission> admissions = new LinkedHashMap<>();
  private final Set<String> published = new HashSet<>();
  private final Map<String, OutcomeStatus> answers = new HashMap<>();
  private @Nullable Violation violation;

  Checker(Timeline time) {
    this.coverage = time.coverage();
    this.gate = new GateChecker(coverage, this::violate);
  }

  /** Fails when an invariant is broken; asked after every event. */
  void check() {
    if (violation != null) {
      throw violation;
    }
  }

  /** Fails when something was left open; asked long after the last fault. */
  void checkEnd(Topics topics) {
    check();
    for (String request : published) {
      if (!answers.containsKey(request)) {
        throw new Violation(Invariant.ALL_ANSWERED, "never answered: " + request);
      }
    }
    for (Admission admission : admissions.values()) {
      if (admission.told == null) {
        throw new Violation(Invariant.ALL_ANSWERED, "never final: " + admission);
      }
      if (admission.waiter != null && !isFinal(answers.get(admission.waiter))) {
        throw new Violation(Invariant.ALL_ANSWERED, "still waits: " + admission.waiter);
      }
    }
    if (topics.hasWork()) {
      throw new Violation(Invariant.ALL_ANSWERED, "left: " + topics.left());
    }
  }

  void published(ActionIntent intent) {
    published.add(intent.requestId());
  }

  /** The latest sighting or final outcome of a key whose last outcome is a success; null else. */
  @Nullable Instant lastSeenAfterSuccess(String key) {
    return gate.lastSeenAfterSuccess(key);
  }

  int effects(ApprovedAction action) {
    @Nullable Admission admission = admissions.get(Admission.Id.of(action));
    return admission == null ? 0 : admission.effects;
  }

  /** The gate has committed a verdict. */
  void decided(Partition.Source source, Arrival arrival, Verdict verdict) {
    gate.decided(source, arrival, verdict);
    if (verdict.dispatch() != null) {
      Admission admission = gate.admitted(verdict.dispatch());
      admissions.put(admission.id(), admission);
    }
  }

  void claimed(@Nullable Claim before, Claim claim) {
    coverage.reached(Coverage.Transition.of(before == null ? null : before.state(), claim.state()));
    if (before != null && !before.claimId().equals(claim.claimId())) {
      violate(Invariant.ONE_LIVE_CLAIM, before.claimId() + " and " + claim.claimId());
    }
    if (!admissions.containsKey(Admission.Id.of(claim.action()))) {
      violate(Invariant.DISPATCH_FIRST, "claim of " + Admission.Id.of(claim.action()));
    }
  }

  void released(@Nullable Claim before) {
    coverage.reached(Coverage.Transition.of(before == null ? null : before.state(), null));
  }

  void told(OutcomeEvent outcome, Instant at) {
    coverage.reached(outcome.status());
    String request = outcome.about().requestId();
    if (!isFinal(answers.get(request))) {
      answers.put(request, outcome.status());
    }
    if (outcome.key() == null || outcome.generation() == 0) {
      return;
    }
    @Nullable Instant admittedAt = outcome.history().admittedAt();
    if (admittedAt == null) {
      return; // A CONFLICT tells nothing of the original.
    }
    Admission.Id id = new Admission.Id(outcome.key().value(), outcome.generation(), admittedAt);
    @Nullable Admission admission = admissions.get(id);
    if (admission == null) {
      violate(Invariant.DISPATCH_FIRST, outcome.status() + " of " + id);
    } else if (outcome.publisher() == OutcomeEvent.Publisher.EXECUTOR) {
      toldByExecutor(admission, outcome, at);
    } else {
      repeatedByGate(admission, outcome);
    }
  }

  void effect(ApprovedAction action) {
    @Nullable Admission admission = admissions.get(Admission.Id.of(action));
    if (admission == null) {
      violate(Invariant.DISPATCH_FIRST, "effect of " + Admission.Id.of(action));
      return;
    }
    admission.effects++;
    if (admission.effects > 1 && admission.safety().sideEffecting()) {
      violate(Invariant.oneEffect(admission.safety()), admission.effects + " of " + admission);
    }
    if (admission.told == OutcomeStatus.FAILED) {
      violate(Invariant.FINAL_STANDS, "an effect after FAILED of " + admission);
    }
  }

  private void toldByExecutor(Admission admission, OutcomeEvent outcome, Instant at) {
    OutcomeStatus status = outcome.status();
    if (admission.told != null) {
      violate(Invariant.FINAL_STANDS, status + " after " + admission.told + " of " + admission);
    }
    if (status == OutcomeStatus.UNKNOWN) {
      return;
    }
    admission.told = status;
    settledBy(outcome);
    gate.finished(admission, at);
    boolean hasEffects = admission.safety() != SafetyClass.READ_ONLY;
    if (status == OutcomeStatus.SUCCEEDED && hasEffects && admission.effects == 0) {
      violate(Invariant.FINAL_STANDS, "SUCCEEDED without an effect of " + admission);
    }
    if (status == OutcomeStatus.FAILED && admission.effects > 0) {
      violate(Invariant.FINAL_STANDS, "FAILED in spite of an effect of " + admission);
    }
  }

  private void repeatedByGate(Admission admission, OutcomeEvent outcome) {
    boolean isDone = outcome.status() == OutcomeStatus.ALREADY_DONE;
    boolean isFailed = outcome.status() == OutcomeStatus.FAILED;
    if ((isDone && admission.told != OutcomeStatus.SUCCEEDED)
        || (isFailed && admission.told != OutcomeStatus.FAILED)) {
      violate(
          Invariant.FINAL_STANDS,
          outcome.status() + " is told, but the executor told " + admission.told);
    }
  }

  private void settledBy(OutcomeEvent outcome) {
    @Nullable String by = outcome.history().settledBy();
    if (by != null) {
      coverage.reached(
          switch (by.substring(0, by.indexOf(':'))) {
            case "operator" -> Landmark.SETTLED_BY_OPERATOR;
            case "evidence" -> Landmark.SETTLED_BY_EVIDENCE;
            case "lookup" -> Landmark.SETTLED_BY_LOOK_UP;
            default -> Landmark.SETTLED_BY_RETRY;
          });
    }
  }

  private void violate(Invariant invariant, String what) {
    if (violation == null) {
      violation = new Violation(invariant, what);
    }
  }

  private static boolean isFinal(@Nullable OutcomeStatus status) {
    return status != null && status.isFinal();
  }
}
