package dev.actonce.core.gate;

import static dev.actonce.core.gate.OneKeyGate.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.KeyChoice;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.ReplyToken;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.testing.OneTool;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every answer carries the hash of the publish that it answers, and of no other. */
class GateReplyTest {
  private static final ReplyToken FIRST = new ReplyToken("first");
  private static final ReplyToken SECOND = new ReplyToken("second");

  private final OneKeyGate gate = new OneKeyGate(KeyChoice.AUTO);

  @Test
  void approvesWithTheHashInPlaceOfTheToken() {
    Verdict verdict = publish("request-1", FIRST);

    assertThat(Objects.requireNonNull(verdict.dispatch()).replyHash()).isEqualTo(FIRST.hash());
    assertThat(verdict.dispatch().intent().replyToken()).isNull();
  }

  @Test
  void answersADuplicateWithItsOwnHash() {
    publish("request-1", FIRST);

    assertAnswer(publish("request-2", SECOND), OutcomeStatus.IN_PROGRESS, SECOND.hash());
    gate.doubt(1, START);
    assertAnswer(publish("request-3", FIRST), OutcomeStatus.UNKNOWN, FIRST.hash());
    gate.succeed(1, START);
    assertAnswer(publish("request-4", SECOND), OutcomeStatus.ALREADY_DONE, SECOND.hash());
    assertAnswer(publish("request-5", null), OutcomeStatus.ALREADY_DONE, ReplyHash.NONE);
  }

  @Test
  void answersAConflictWithItsOwnHash() {
    publish("request-1", FIRST);

    Verdict verdict =
        gate.publish(
            Publish.of("request-1").with("{\"amount\":1}").intent().withReplyToken(SECOND), START);

    assertAnswer(verdict, OutcomeStatus.CONFLICT, SECOND.hash());
  }

  @Test
  void tellsTheLatestWaiterUnderItsHash() {
    publish("request-1", null);
    publish("request-2", FIRST);
    publish("request-3", SECOND);

    OutcomeEvent doubt = Objects.requireNonNull(gate.doubt(1, START).outcome());
    OutcomeEvent end = Objects.requireNonNull(gate.succeed(1, START).outcome());

    assertThat(doubt.about().requestId()).isEqualTo("request-3");
    assertThat(doubt.about().replyHash()).isEqualTo(SECOND.hash());
    assertThat(end.about().replyHash()).isEqualTo(SECOND.hash());
  }

  @Test
  void refusesATokenThatIsTooLongWithoutRepeatingIt() {
    ReplyToken huge = new ReplyToken("t".repeat(Limits.ID_BYTES + 1));
    ActionIntent intent = Publish.of("request-1").intent().withReplyToken(huge);

    OutcomeEvent outcome =
        ((Screening.Refused) Screening.screen(intent, new OneTool(gate.policy()), START)).outcome();

    assertThat(outcome.status()).isEqualTo(OutcomeStatus.REJECTED);
    assertThat(outcome.answer().errorMessage()).contains("replyToken").doesNotContain("ttt");
    assertThat(outcome.about().replyHash()).isEqualTo(huge.hash());
  }

  private Verdict publish(String requestId, @Nullable ReplyToken token) {
    return gate.publish(Publish.of(requestId).intent().withReplyToken(token), START);
  }

  private static void assertAnswer(Verdict verdict, OutcomeStatus status, ReplyHash hash) {
    OutcomeEvent outcome = Objects.requireNonNull(verdict.outcome());
    assertThat(outcome.status()).isEqualTo(status);
    assertThat(outcome.about().replyHash()).isEqualTo(hash);
  }
}
