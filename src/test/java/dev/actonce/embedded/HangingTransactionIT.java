package dev.actonce.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.doctor.Doctor;
import dev.actonce.kafka.doctor.Finding;
import dev.actonce.kafka.doctor.Rule;
import dev.actonce.testing.FrozenTransaction;
import dev.actonce.testing.Intents;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.SharedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A transaction that nobody ends, in each topic whose readers it holds back (K14). */
@LongRun
@SuppressWarnings("NullAway.Init")
class HangingTransactionIT {
  /** Long enough to look at the stall on a slow machine, before the coordinator ends it. */
  private static final Duration SHORT = Duration.ofSeconds(18);

  private static final Duration LONG = Duration.ofMinutes(15);
  private static final byte[] NEVER_COMMITTED = {1, 2, 3};

  @TempDir private Path state;
  private PipelineParts parts;
  private Doctor doctor;

  @BeforeEach
  void start() {
    KafkaConfig kafka = SharedBroker.kafka("hang");
    parts = new PipelineParts(kafka, state);
    doctor = Doctor.open(new ClientSettings(kafka));
  }

  @AfterEach
  void stop() {
    doctor.close();
    parts.close();
  }

  @Test
  void goesOnAfterATransactionOnDispatchTimedOutAndForgetsNoKeyMeanwhile() {
    TopicPartition at = new TopicPartition(parts.topics.dispatch(), 0);
    try (FrozenTransaction frozen = freeze(at, SHORT)) {
      assertThat(frozen).isNotNull();
      ActionIntent stuck = parts.charge("c1");
      awaitDispatched(stuck);
      Instant published = Instant.now();
      List<Finding> findings = awaitFindings(at);
      assertThat(findings)
          .anySatisfy(
              finding -> {
                assertThat(finding.rule()).isEqualTo(Rule.STABLE_OFFSET_LAG);
                assertThat(finding.subject()).isEqualTo(at.toString());
              })
          .anySatisfy(
              finding -> {
                assertThat(finding.rule()).isEqualTo(Rule.SILENT_TRANSACTION);
                assertThat(finding.actual()).contains("frozen-" + parts.kafka.topicPrefix());
              });
      // The window of a second is over; an approval that waits keeps its key all the same.
      await().until(() -> Instant.now().isAfter(published.plusSeconds(2)));
      ActionIntent again = Intents.again(stuck);
      parts.wire.publish(null, again);
      await()
          .atMost(PipelineParts.PATIENCE)
          .until(() -> parts.wire.told(again.requestId()).contains(OutcomeStatus.IN_PROGRESS));

      assertThat(parts.awaitFinal(stuck).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
      assertThat(parts.awaitFinal(again).status()).isEqualTo(OutcomeStatus.ALREADY_DONE);
      assertThat(parts.target.requests()).isEqualTo(1);
      parts.assertBothRun();
      await().atMost(PipelineParts.PATIENCE).until(() -> findings(at).isEmpty());
    }
  }

  @Test
  void goesOnAfterATransactionOnOutcomesTimedOut() {
    TopicPartition at = new TopicPartition(parts.topics.outcomes(), 0);
    try (FrozenTransaction frozen = freeze(at, SHORT)) {
      assertThat(frozen).isNotNull();
      ActionIntent done = parts.charge("c1");
      await().atMost(PipelineParts.PATIENCE).until(() -> parts.target.requests() == 1);
      assertThat(awaitFindings(at)).isNotEmpty();
      Instant seen = Instant.now();
      await().until(() -> Instant.now().isAfter(seen.plusSeconds(2)));
      ActionIntent again = Intents.again(done);
      parts.wire.publish(null, again);

      assertThat(parts.awaitFinal(done).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
      assertThat(parts.awaitFinal(again).status()).isEqualTo(OutcomeStatus.ALREADY_DONE);
      assertThat(parts.target.requests()).isEqualTo(1);
      parts.assertBothRun();
    }
  }

  @Test
  void overlooksNoClaimBehindATransactionOnClaims() {
    parts.target.delayAnswers(60_000);
    TopicPartition at = new TopicPartition(parts.topics.claims(), 0);
    try (FrozenTransaction frozen = freeze(at, SHORT)) {
      assertThat(frozen).isNotNull();
      ActionIntent doubtful = parts.charge("c1");
      await().atMost(PipelineParts.PATIENCE).until(() -> parts.target.requests() == 1);
      assertThat(awaitFindings(at)).isNotEmpty();
      parts.stopExecutor();
      parts.target.delayAnswers(0);

      parts.beginExecutor("two");

      // The call of an unsafe tool is in doubt after its worker is gone: told, never repeated.
      await()
          .atMost(PipelineParts.PATIENCE)
          .until(() -> parts.wire.told(doubtful.requestId()).contains(OutcomeStatus.UNKNOWN));
      ActionIntent next = parts.charge("c2");
      assertThat(parts.awaitFinal(next).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
      assertThat(parts.target.requests()).isEqualTo(2);
      parts.assertBothRun();
    }
  }

  @Test
  void endsAHangingTransactionByTheRemedyOfTheDoctor() {
    TopicPartition at = new TopicPartition(parts.topics.dispatch(), 0);
    try (FrozenTransaction frozen = freeze(at, LONG)) {
      assertThat(frozen).isNotNull();
      ActionIntent stuck = parts.charge("c1");
      awaitDispatched(stuck);
      Finding silent =
          awaitFindings(at).stream()
              .filter(finding -> finding.rule() == Rule.SILENT_TRANSACTION)
              .findFirst()
              .orElseThrow();
      assertThat(silent.remedy())
          .contains("ops/actonce doctor --abort-transaction " + silent.subject());
      assertThat(parts.wire.told(stuck.requestId())).isEmpty();

      long startOffset = Long.parseLong(silent.subject().substring(at.toString().length() + 1));
      doctor.abort(at, startOffset);

      assertThat(parts.awaitFinal(stuck).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
      assertThat(parts.target.requests()).isEqualTo(1);
      await().atMost(PipelineParts.PATIENCE).until(() -> findings(at).isEmpty());
    }
  }

  private FrozenTransaction freeze(TopicPartition at, Duration timeout) {
    return FrozenTransaction.open(
        parts.kafka.bootstrapServers(),
        "frozen-" + parts.kafka.topicPrefix(),
        timeout,
        at,
        NEVER_COMMITTED);
  }

  /** The gate has admitted it; its approval is written, but cannot be read. */
  private void awaitDispatched(ActionIntent intent) {
    ActionIntent again = Intents.again(intent);
    parts.wire.publish(null, again);
    await()
        .atMost(PipelineParts.PATIENCE)
        .until(() -> parts.wire.told(again.requestId()).contains(OutcomeStatus.IN_PROGRESS));
  }

  private List<Finding> awaitFindings(TopicPartition at) {
    return await()
        .atMost(PipelineParts.PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> findings(at), found -> found.size() == 2);
  }

  private List<Finding> findings(TopicPartition at) {
    return doctor.examine(List.of()).stream()
        .filter(finding -> finding.rule().area() == Rule.Area.TRANSACTIONS)
        .filter(finding -> finding.subject().startsWith(at.toString()))
        .toList();
  }
}
