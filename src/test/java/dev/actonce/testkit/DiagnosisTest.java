package dev.actonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.Scope;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeEvent.About;
import dev.actonce.core.outcome.OutcomeEvent.Answer;
import dev.actonce.core.outcome.OutcomeEvent.History;
import dev.actonce.core.outcome.OutcomeEvent.Publisher;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.testkit.Observation.Effects;
import dev.actonce.testkit.Observation.TargetSide;
import dev.actonce.testkit.Observation.Trigger;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Both halves of a row, and the holes that need no broken tool to be told apart. */
class DiagnosisTest {
  private static final String ONE = "v1." + "a".repeat(43);
  private static final String OTHER = "v1." + "b".repeat(43);
  private static final Exchange LOST = new Exchange("POST /pay", "200", Fault.DROP_RESPONSE);
  private static final Exchange ANSWERED = new Exchange("POST /pay", "200", Fault.PASS);
  private static final List<Try> RETRIED =
      List.of(told(ONE, OutcomeStatus.SUCCEEDED), told(ONE, OutcomeStatus.ALREADY_DONE));

  @Test
  void keepsTheContractWhenTheFaultFiredAndTheEffectIsOne() {
    assertThat(dropped(true, RETRIED, List.of(LOST, ANSWERED), 1)).isEmpty();
  }

  @Test
  void breaksItWhenTheFaultDidNotFireThoughTheEffectIsOne() {
    assertThat(dropped(false, RETRIED, List.of(ANSWERED), 1))
        .contains("this row proves nothing", "the fault drop_response");
  }

  @Test
  void breaksItWhenTheTargetWasAskedOnceOnly() {
    assertThat(dropped(true, RETRIED, List.of(LOST), 1))
        .contains("the target was asked 1 time(s): nothing was retried");
  }

  @Test
  void breaksItWhenTheAgentTriedOnceOnly() {
    assertThat(dropped(true, RETRIED.subList(0, 1), List.of(LOST, ANSWERED), 1))
        .contains("the agent tried once only");
  }

  @Test
  void namesATargetThatIgnoresItsKey() {
    assertThat(dropped(true, RETRIED, List.of(LOST, ANSWERED), 2))
        .contains("2 effect(s), expected 1", "it does not honour the key");
  }

  @Test
  void namesAnAgentThatMintsKeys() {
    List<Try> minted =
        List.of(told(ONE, OutcomeStatus.SUCCEEDED), told(OTHER, OutcomeStatus.SUCCEEDED));
    assertThat(dropped(true, minted, List.of(LOST, ANSWERED), 2))
        .contains("carried 2 different keys");
  }

  @Test
  void namesAnAgentThatMintsKeysThoughTheEffectIsOne() {
    List<Try> refused =
        List.of(told(ONE, OutcomeStatus.SUCCEEDED), told(OTHER, OutcomeStatus.REJECTED));
    assertThat(window(ContractRow.AT_WINDOW_END, refused)).contains("carried 2 different keys");
  }

  @Test
  void namesAFailureThatWasNone() {
    List<Try> failed = List.of(told(ONE, OutcomeStatus.FAILED), told(ONE, OutcomeStatus.FAILED));
    assertThat(dropped(true, failed, List.of(LOST, ANSWERED), 1))
        .contains("get FAILED although the effect happened");
  }

  @Test
  void acceptsADoubtThatWaitsForAPersonFromAnUnsafeToolOnly() {
    List<Try> doubt = List.of(told(ONE, OutcomeStatus.UNKNOWN), told(ONE, OutcomeStatus.UNKNOWN));
    Observation unsafe =
        new Observation(
            ContractRow.RESPONSE_DROPPED,
            SafetyClass.UNSAFE,
            new Trigger(true, "the fault"),
            doubt,
            new TargetSide(List.of(), List.of(LOST)),
            new Effects(1, 1));

    assertThat(Diagnosis.of("pay", unsafe)).isEmpty();
    assertThat(dropped(true, doubt, List.of(LOST, ANSWERED), 1)).isNotEmpty();
  }

  @Test
  void namesAnEffectThatIsMissing() {
    assertThat(dropped(true, RETRIED, List.of(LOST, ANSWERED), 0))
        .contains("the effect is missing: 0 instead of 1");
  }

  @Test
  void takesAStaleRetryForAnAnswerPastTheWindowOnly() {
    List<Try> stale =
        List.of(told(ONE, OutcomeStatus.SUCCEEDED), told(ONE, OutcomeStatus.REJECTED));
    assertThat(window(ContractRow.AT_WINDOW_END, stale)).isEmpty();
    assertThat(window(ContractRow.AFTER_WINDOW_END, stale)).isEmpty();
    assertThat(window(ContractRow.BEFORE_WINDOW_END, stale)).contains("a retry got REJECTED");
  }

  private static String window(ContractRow row, List<Try> tries) {
    return Diagnosis.of(
            "pay",
            new Observation(
                row,
                SafetyClass.KEYED,
                new Trigger(true, "a retry"),
                tries,
                new TargetSide(List.of(), List.of()),
                new Effects(1, 1)))
        .orElse("");
  }

  private static String dropped(
      boolean fired, List<Try> tries, List<Exchange> exchanges, int effects) {
    return Diagnosis.of(
            "pay",
            new Observation(
                ContractRow.RESPONSE_DROPPED,
                SafetyClass.KEYED,
                new Trigger(fired, "the fault drop_response"),
                tries,
                new TargetSide(List.of(), exchanges),
                new Effects(effects, 1)))
        .orElse("");
  }

  private static Try told(String key, OutcomeStatus status) {
    return new Try(
        key,
        new OutcomeEvent(
            new IdempotencyKey(key),
            1,
            new About("r", "r", "pay", Scope.ofTenant("contract"), null, null, ReplyHash.NONE),
            status,
            Answer.of("advice"),
            History.NONE,
            Instant.EPOCH,
            Publisher.EXECUTOR));
  }
}
