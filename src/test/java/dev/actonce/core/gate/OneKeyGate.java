package dev.actonce.core.gate;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.KeyChoice;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.key.Derivation.Derived;
import dev.actonce.core.outcome.Advice;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeEvent.About;
import dev.actonce.core.outcome.OutcomeEvent.Answer;
import dev.actonce.core.outcome.OutcomeEvent.History;
import dev.actonce.core.outcome.OutcomeEvent.Publisher;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.testing.OneTool;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** The gate over one key, as its adapter runs it: keeps the state between events. */
final class OneKeyGate {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final ToolPolicy policy;
  private KeyState state = KeyState.NONE;

  OneKeyGate(KeyChoice choice) {
    this(choice, SafetyClass.KEYED, ToolPolicy.Memory.DEFAULT);
  }

  OneKeyGate(KeyChoice choice, SafetyClass safety, ToolPolicy.Memory memory) {
    KeyPolicy key = new KeyPolicy(choice, List.of(), Set.of(), Set.of(), Set.of());
    this.policy =
        new ToolPolicy(
            Publish.ACTION, safety, key, memory, ToolPolicy.Execution.DEFAULT, "test-policy");
  }

  static Instant at(long ms) {
    return START.plusMillis(ms);
  }

  static Instant atSecond(long seconds) {
    return START.plusSeconds(seconds);
  }

  KeyState state() {
    return state;
  }

  ToolPolicy policy() {
    return policy;
  }

  Verdict publish(Publish publish, Instant arrivedAt) {
    return publish(publish.intent(), arrivedAt);
  }

  Verdict publish(ActionIntent intent, Instant arrivedAt) {
    Screening screening = Screening.screen(intent, new OneTool(policy), arrivedAt);
    if (!(screening instanceof Screening.Passed passed)) {
      throw new AssertionError(screening);
    }
    Derived derived = passed.derived();
    Verdict verdict = Gate.decide(new Arrival(intent, derived, arrivedAt), state, policy);
    state = verdict.next();
    return verdict;
  }

  KeyUpdate succeed(int generation, Instant at) {
    return close(event(OutcomeStatus.SUCCEEDED, generation, at, Publisher.EXECUTOR), at);
  }

  KeyUpdate fail(int generation, Instant at) {
    return close(event(OutcomeStatus.FAILED, generation, at, Publisher.EXECUTOR), at);
  }

  KeyUpdate doubt(int generation, Instant at) {
    return close(event(OutcomeStatus.UNKNOWN, generation, at, Publisher.EXECUTOR), at);
  }

  KeyUpdate close(OutcomeEvent event, Instant at) {
    KeyUpdate closing = KeyUpdate.apply(event, state, policy, at);
    state = closing.next();
    return closing;
  }

  /** What an executor tells, or anything like it. */
  OutcomeEvent event(OutcomeStatus status, int generation, Instant at, Publisher publisher) {
    ActionIntent intent = Publish.of("request-1").intent();
    boolean succeeded = status == OutcomeStatus.SUCCEEDED;
    return new OutcomeEvent(
        null,
        generation,
        new About(
            "request-1",
            "request-1",
            Publish.ACTION,
            intent.scope(),
            "inv-7",
            "call-1",
            ReplyHash.NONE),
        status,
        new Answer(
            succeeded ? "{\"charge\":\"ch_1\"}" : null,
            succeeded ? "ch_1" : null,
            succeeded ? null : "TIMEOUT",
            null,
            Advice.SUCCEEDED),
        History.of(2)
            .withClaim("claim-1")
            .withSettlement("operator:ann", "seen")
            .withTimes(START, at),
        at,
        publisher);
  }
}
