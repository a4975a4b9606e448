package dev.actonce.core.simulation;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Watches every commit and every effect, and says what must never be. */
final class Checker {
  /** Names one admission: a generation number starts again once its key was forgotten. */
  record AdmissionId(String key, int generation, Instant admittedAt) {
    @Override
    public String toString() {
      return key + "/" + generation + "@" + admittedAt;
    }
  }

  /** What is known of one admission: the truth at the target and what was told. */
  private static final class Admission {
    private final ApprovedAction action;
    private int effects;
    private @Nullable OutcomeStatus told;

    Admission(ApprovedAction action) {
      this.action = action;
    }

    SafetyClass safety() {
      return SimulatedTool.of(action.intent().action()).policy().safety();
    }
  }

  private final Map<AdmissionId, Admission> admissions = new LinkedHashMap<>();
  private final Map<String, Instant> lastSeen = new HashMap<>();
  private final Map<String, Admission> latest = new HashMap<>();
  private final Set<String> published = new HashSet<>();
  private final Map<OutcomeStatus, Integer> tally = new EnumMap<>(OutcomeStatus.class);
  private final Set<String> fenced = new HashSet<>();
  private final Set<String> answered = new HashSet<>();
  private @Nullable String violation;

  /** Fails when an invariant is broken; asked after every event. */
  void check() {
    if (violation != null) {
      throw new AssertionError(violation);
    }
    for (Admission admission : admissions.values()) {
      if (admission.safety().sideEffecting() && admission.effects > 1) {
        throw new AssertionError(admission.effects + " effects of " + name(admission.action));
      }
      if (admission.told == OutcomeStatus.FAILED && admission.effects > 0) {
        throw new AssertionError(
            "told FAILED, but there is an effect of " + name(admission.action));
      }
    }
  }

  /** Fails when something was left open; asked long after the last fault. */
  void checkEnd(Topics topics) {
    check();
    for (String request : published) {
      if (!answered.contains(request)) {
        throw new AssertionError("never answered: " + request);
      }
    }
    for (Admission admission : admissions.values()) {
      if (admission.told == null) {
        throw new AssertionError("never final: " + name(admission.action));
      }
    }
    if (!topics.claims.isEmpty()) {
      throw new AssertionError("claims left: " + topics.claims.keySet());
    }
  }

  void published(ActionIntent intent) {
    published.add(intent.requestId());
    if (intent.issuedAt() != null) {
      fenced.add(intent.requestId());
    }
  }

  /** The gate has handled one arrival of a key. */
  void seen(String key, Instant at) {
    lastSeen.merge(key, at, Checker::later);
  }

  void dispatched(ApprovedAction action, Instant at) {
    String key = action.key().value();
    @Nullable Admission before = latest.get(key);
    @Nullable Instant seen = lastSeen.get(key);
    if (before != null && before.told == null) {
      violate("admitted while open: " + name(action));
    }
    if (before != null && before.told == OutcomeStatus.SUCCEEDED) {
      if (seen != null && Duration.between(seen, at).compareTo(Bounds.HORIZON) < 0) {
        violate("admitted inside the window: " + name(action));
      }
      if (fenced.contains(action.intent().requestId())) {
        violate("admitted again although the same wish was performed: " + name(action));
      }
    }
    Admission admission = new Admission(action);
    admissions.put(name(action), admission);
    latest.put(key, admission);
  }

  void claimed(@Nullable Claim before, Claim claim) {
    if (before != null && !before.claimId().equals(claim.claimId())) {
      violate("two live claims of " + name(claim.action()));
    }
    if (!admissions.containsKey(name(claim.action()))) {
      violate("claim without a dispatch: " + name(claim.action()));
    }
  }

  /** How often each status was told. */
  Map<OutcomeStatus, Integer> tally() {
    return tally;
  }

  void told(OutcomeEvent outcome) {
    tally.merge(outcome.status(), 1, Integer::sum);
    answered.add(outcome.about().requestId());
    if (outcome.publisher() != OutcomeEvent.Publisher.EXECUTOR || outcome.key() == null) {
      return;
    }
    @Nullable Admission admission =
        admissions.get(
            new AdmissionId(
                outcome.key().value(),
                outcome.generation(),
                outcome.history().admittedAt() == null
                    ? Timeline.START
                    : outcome.history().admittedAt()));
    if (admission == null) {
      violate("outcome without a dispatch: " + outcome.status() + " of " + outcome.key());
    } else if (admission.told != null) {
      violate(
          outcome.status() + " after " + admission.told + " was told of " + name(admission.action));
    } else if (outcome.status() != OutcomeStatus.UNKNOWN) {
      finish(admission, outcome);
    }
  }

  private void finish(Admission admission, OutcomeEvent outcome) {
    admission.told = outcome.status();
    lastSeen.merge(admission.action.key().value(), outcome.at(), Checker::later);
    boolean hasEffects = admission.safety() != SafetyClass.READ_ONLY;
    if (outcome.status() == OutcomeStatus.SUCCEEDED && hasEffects && admission.effects == 0) {
      violate("told SUCCEEDED without an effect of " + name(admission.action));
    }
  }

  void effect(ApprovedAction action) {
    @Nullable Admission admission = admissions.get(name(action));
    if (admission == null) {
      violate("effect without a dispatch: " + name(action));
    } else {
      admission.effects++;
    }
  }

  int effects(ApprovedAction action) {
    @Nullable Admission admission = admissions.get(name(action));
    return admission == null ? 0 : admission.effects;
  }

  private void violate(String what) {
    violation = violation == null ? what : violation;
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  static AdmissionId name(ApprovedAction action) {
    return new AdmissionId(action.key().value(), action.generation(), action.admittedAt());
  }
}
