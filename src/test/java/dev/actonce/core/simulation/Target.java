package dev.actonce.core.simulation;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.ToolPolicy.KeyAfterError;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.ActionResult.Heard;
import dev.actonce.core.execution.ActionResult.Retry;
import dev.actonce.core.execution.LookupResult;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The outside system: honours provider keys for their life, answers look-ups after their lag. */
final class Target {
  private static final int TIMEOUT_MS = (int) Bounds.CALL_TIMEOUT.toMillis();
  private static final int FIRST_OUTAGE_S = 120;
  private static final int LONGEST_OUTAGE_S = 60;

  private record Performed(Instant startedAt, Instant visibleFrom) {}

  /** One request on its way. */
  private record Request(ApprovedAction action, String providerKey, Instant startsAt) {
    ToolPolicy policy() {
      return SimulatedTool.of(action.intent().action()).policy();
    }
  }

  private final Timeline time;
  private final Checker checker;
  private final Consumer<ApprovedAction> happened;
  private final Map<String, Performed> byProviderKey = new HashMap<>();
  private final Set<String> inUse = new HashSet<>();
  private final Map<String, Instant> errors = new HashMap<>();
  private final Map<Admission.Id, Performed> byAdmission = new HashMap<>();
  private final Instant outageFrom;
  private final Instant outageTo;

  /**
   * A target.
   *
   * @param happened told of every effect
   */
  Target(Timeline time, Checker checker, Consumer<ApprovedAction> happened) {
    this.time = time;
    this.checker = checker;
    this.happened = happened;
    this.outageFrom = Timeline.START.plusSeconds(time.below(FIRST_OUTAGE_S));
    boolean hasOutage = time.chance(2);
    this.outageTo = outageFrom.plusSeconds(hasOutage ? time.below(LONGEST_OUTAGE_S) : 0);
  }

  /**
   * One call.
   *
   * @param stallMs how long the caller is stopped before the request leaves
   * @param answer gets what the caller sees, within the call timeout
   */
  void call(
      ApprovedAction action, String providerKey, long stallMs, Consumer<ActionResult> answer) {
    Request request = new Request(action, providerKey, time.now().plusMillis(stallMs));
    time.afterMillis(stallMs, () -> receive(request, answer));
  }

  LookupResult lookUp(ApprovedAction action) {
    if (isDown() || time.strikes(Fault.LOOK_UP_FAILED)) {
      return new LookupResult.Inconclusive("503");
    }
    @Nullable Performed performed = byAdmission.get(Admission.Id.of(action));
    if (performed != null && !time.now().isBefore(performed.visibleFrom())) {
      return new LookupResult.Found("{}", "ref");
    }
    time.coverage().reached(Landmark.LOOK_UP_ABSENT);
    return new LookupResult.Absent();
  }

  private void receive(Request request, Consumer<ActionResult> answer) {
    int effectMs = time.below(TIMEOUT_MS);
    @Nullable Instant storedAt = errors.get(request.providerKey());
    if (isDown()) {
      refuseWhileDown(answer);
    } else if (time.strikes(Fault.CALL_REFUSED)) {
      answerAfter(1, answer, refused(Retry.LATER));
    } else if (time.strikes(Fault.CALL_REFUSED_FOR_GOOD)) {
      answerAfter(effectMs, answer, refused(Retry.NEVER));
    } else if (time.strikes(Fault.CALL_NEVER_ARRIVES)) {
      answerAfter(TIMEOUT_MS, answer, lost("TIMEOUT", Heard.NOTHING));
    } else if (storedAt != null && keyLives(request, storedAt)) {
      time.coverage().reached(Landmark.ERROR_REPLAYED_BY_KEY);
      answerAfter(effectMs, answer, lost("HTTP_503", Heard.AN_ERROR));
    } else {
      handle(request, effectMs, answer);
    }
  }

  private void handle(Request request, int effectMs, Consumer<ActionResult> answer) {
    boolean isKeyed = request.policy().safety() == SafetyClass.KEYED;
    if (isKeyed && !inUse.add(request.providerKey())) {
      time.coverage().reached(Landmark.KEY_IN_USE);
      answerAfter(1, answer, lost("HTTP_409", Heard.NOTHING));
      return;
    }
    if (time.strikes(Fault.ERROR_AFTER_EFFECT)) {
      time.afterMillis(effectMs, () -> performAndFail(request));
      answerAfter(effectMs, answer, lost("HTTP_503", Heard.AN_ERROR));
      return;
    }
    time.afterMillis(effectMs, () -> perform(request));
    if (time.strikes(Fault.CONNECTION_RESET)) {
      answerAfter(1, answer, lost("RESET", Heard.NOTHING));
    } else if (time.strikes(Fault.ANSWER_LOST)) {
      answerAfter(TIMEOUT_MS, answer, lost("TIMEOUT", Heard.NOTHING));
    } else {
      answerAfter(effectMs, answer, new ActionResult.Succeeded("{}", "ref"));
    }
  }

  private boolean isDown() {
    return !time.now().isBefore(outageFrom) && time.now().isBefore(outageTo);
  }

  private void refuseWhileDown(Consumer<ActionResult> answer) {
    time.coverage().reached(Fault.TARGET_OUTAGE);
    int how = time.below(3);
    if (how == 0) {
      answerAfter(1, answer, refused(Retry.LATER));
    } else if (how == 1) {
      answerAfter(TIMEOUT_MS, answer, lost("TIMEOUT", Heard.NOTHING));
    } else {
      answerAfter(1, answer, lost("HTTP_502", Heard.NOTHING));
    }
  }

  private void performAndFail(Request request) {
    if (!perform(request)) {
      return; // A stored success is given again, whatever became of this answer.
    }
    KeyAfterError worth = request.policy().execution().keyAfterError();
    if (worth == KeyAfterError.FORGETS) {
      byProviderKey.remove(request.providerKey());
    } else if (worth == KeyAfterError.REPLAYS) {
      errors.put(request.providerKey(), request.startsAt());
    }
  }

  /** False when the provider key spared a second effect. */
  private boolean perform(Request request) {
    ToolPolicy policy = request.policy();
    inUse.remove(request.providerKey());
    @Nullable Performed before = byProviderKey.get(request.providerKey());
    if (before != null
        && policy.safety() == SafetyClass.KEYED
        && keyLives(request, before.startedAt())) {
      time.coverage().reached(Landmark.EFFECT_REPLAYED_BY_KEY);
      return false;
    }
    Duration lag = Objects.requireNonNullElse(policy.execution().lookupLag(), Duration.ZERO);
    Performed performed = new Performed(request.startsAt(), time.now().plus(lag));
    byProviderKey.put(request.providerKey(), performed);
    byAdmission.putIfAbsent(Admission.Id.of(request.action()), performed);
    if (policy.safety() != SafetyClass.READ_ONLY) {
      checker.effect(request.action());
      happened.accept(request.action());
    }
    return true;
  }

  private static boolean keyLives(Request request, Instant since) {
    Duration age = Duration.between(since, request.startsAt());
    return age.compareTo(request.policy().execution().providerKeyTtl()) < 0;
  }

  private void answerAfter(long delayMs, Consumer<ActionResult> answer, ActionResult result) {
    time.afterMillis(delayMs, () -> answer.accept(result));
  }

  private static ActionResult refused(Retry retry) {
    return new ActionResult.Failed("REFUSED", "proof of refusal", retry);
  }

  private static ActionResult lost(String code, Heard heard) {
    return new ActionResult.Unknown(code, "answer lost", heard);
  }
}
