package dev.actonce.core.simulation;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.LookupResult;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The outside system: honours provider keys for their life, answers look-ups after their lag. */
final class Target {
  private record Performed(Instant startedAt, Instant visibleFrom) {}

  private final Timeline time;
  private final Checker checker;
  private final Map<String, Performed> byProviderKey = new HashMap<>();
  private final Map<Checker.AdmissionId, Performed> byAdmission = new HashMap<>();
  private final Instant outageFrom;
  private final Instant outageTo;

  Target(Timeline time, Checker checker) {
    this.time = time;
    this.checker = checker;
    this.outageFrom = Timeline.START.plusSeconds(time.below(120));
    this.outageTo = outageFrom.plusSeconds(time.below(30));
  }

  /**
   * One call.
   *
   * @param stallMs how long the caller is stopped between its last check and the start
   * @param answer gets what the caller sees, within the call timeout
   */
  void call(
      ApprovedAction action, String providerKey, long stallMs, Consumer<ActionResult> answer) {
    int timeoutMs = (int) Bounds.CALL_TIMEOUT.toMillis();
    int fate = time.hasFaults() ? time.below(10) : 9;
    int effectMs = time.below(timeoutMs);
    boolean isDown = !time.now().isBefore(outageFrom) && time.now().isBefore(outageTo);
    if (isDown || fate == 0) {
      answerAfter(stallMs + 1, answer, refused(ActionResult.Retry.LATER));
    } else if (fate == 1) {
      answerAfter(stallMs + effectMs, answer, refused(ActionResult.Retry.NEVER));
    } else if (fate == 2) {
      answerAfter(stallMs + timeoutMs, answer, lost("TIMEOUT", ActionResult.Heard.NOTHING));
    } else {
      Instant startsAt = time.now().plusMillis(stallMs);
      boolean isLost = fate == 3;
      boolean isError = fate == 4;
      boolean isReset = fate == 5;
      time.afterMillis(stallMs + effectMs, () -> perform(action, providerKey, startsAt));
      if (isReset) {
        answerAfter(stallMs + 1, answer, lost("RESET", ActionResult.Heard.NOTHING));
      } else if (isLost) {
        answerAfter(stallMs + timeoutMs, answer, lost("TIMEOUT", ActionResult.Heard.NOTHING));
      } else if (isError) {
        answerAfter(stallMs + effectMs, answer, lost("HTTP_503", ActionResult.Heard.AN_ERROR));
      } else {
        answerAfter(stallMs + effectMs, answer, new ActionResult.Succeeded("{}", "ref"));
      }
    }
  }

  LookupResult lookUp(ApprovedAction action) {
    if (time.strikes(3)) {
      return new LookupResult.Inconclusive("503");
    }
    @Nullable Performed performed = byAdmission.get(Checker.name(action));
    return performed != null && !time.now().isBefore(performed.visibleFrom())
        ? new LookupResult.Found("{}", "ref")
        : new LookupResult.Absent();
  }

  private void perform(ApprovedAction action, String providerKey, Instant startedAt) {
    SimulatedTool tool = SimulatedTool.of(action.intent().action());
    @Nullable Performed before = byProviderKey.get(providerKey);
    Duration ttl = tool.policy().execution().providerKeyTtl();
    boolean isReplayed =
        before != null
            && tool.policy().safety() == SafetyClass.KEYED
            && Duration.between(before.startedAt(), startedAt).compareTo(ttl) < 0;
    if (isReplayed) {
      return;
    }
    Duration lag = Objects.requireNonNullElse(tool.policy().execution().lookupLag(), Duration.ZERO);
    Performed performed = new Performed(startedAt, time.now().plus(lag));
    byProviderKey.put(providerKey, performed);
    byAdmission.putIfAbsent(Checker.name(action), performed);
    if (tool.policy().safety() != SafetyClass.READ_ONLY) {
      checker.effect(action);
    }
  }

  private void answerAfter(long delayMs, Consumer<ActionResult> answer, ActionResult result) {
    time.afterMillis(delayMs, () -> answer.accept(result));
  }

  private static ActionResult refused(ActionResult.Retry retry) {
    return new ActionResult.Failed("REFUSED", "proof of refusal", retry);
  }

  private static ActionResult lost(String code, ActionResult.Heard heard) {
    return new ActionResult.Unknown(code, "answer lost", heard);
  }
}
