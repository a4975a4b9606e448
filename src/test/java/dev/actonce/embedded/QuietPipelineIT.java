package dev.actonce.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.testing.Intents;
import dev.actonce.testing.LongRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Kafka forgets of a pipeline that was quiet for long: transactional ids and offsets. */
@LongRun
@SuppressWarnings("NullAway.Init")
class QuietPipelineIT {
  private static EmbeddedBroker broker;
  private static Admin admin;
  private static int prefixes;

  @TempDir private Path state;
  private PipelineParts parts;

  @BeforeAll
  static void startBroker() {
    broker =
        EmbeddedBroker.startTemporary(
            Map.of(
                "transactional.id.expiration.ms", "3000",
                "transaction.remove.expired.transaction.cleanup.interval.ms", "500",
                "producer.id.expiration.ms", "3000",
                "producer.id.expiration.check.interval.ms", "500"));
    admin =
        Admin.create(
            new ClientSettings(KafkaConfig.of(broker.bootstrapServers())).admin("quiet-test"));
  }

  @AfterAll
  static void stopBroker() {
    admin.close();
    broker.close();
  }

  @BeforeEach
  void start() {
    KafkaConfig kafka =
        KafkaConfig.of(broker.bootstrapServers()).withTopicPrefix("quiet" + prefixes++ + ".");
    parts = new PipelineParts(kafka, state);
  }

  @AfterEach
  void stop() {
    parts.close();
  }

  @Test
  void performsAnIntentOnceAfterBothTransactionalIdsWereForgotten() { // K16
    assertThat(parts.awaitFinal(parts.charge("first")).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    awaitForgotten(parts.gateGroup(), parts.executorGroup());

    ActionIntent second = parts.charge("second");

    assertThat(parts.awaitFinal(second).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    assertThat(parts.target.requests()).isEqualTo(2);
    assertThat(parts.wire.dispatchCounts().values()).containsExactly(1L, 1L);
    assertThat(parts.wire.told(second.requestId())).containsExactly(OutcomeStatus.SUCCEEDED);
    parts.assertBothRun();
  }

  @Test
  void commitsTheResultOfACallDuringWhichTheTransactionalIdWasForgotten() { // K16
    parts.target.hold();
    ActionIntent slow = parts.charge("slow");
    await().atMost(PipelineParts.PATIENCE).until(() -> parts.target.requests() == 1);
    awaitForgotten(parts.executorGroup());
    parts.target.release();

    assertThat(parts.awaitFinal(slow).status()).isEqualTo(OutcomeStatus.SUCCEEDED);

    assertThat(parts.target.requests()).isEqualTo(1);
    parts.assertBothRun();
  }

  @Test
  void repeatsNoEffectWhenTheOffsetsOfBothGroupsAreGone() throws Exception { // K22
    List<ActionIntent> before = List.of(parts.charge("a"), parts.charge("b"));
    before.forEach(parts::awaitFinal);
    ActionIntent repeat = Intents.again(before.get(0));
    parts.wire.publish(null, repeat);
    parts.awaitFinal(repeat);
    int answered = parts.wire.outcomes().size();
    int effects = parts.target.effects();
    parts.stopGate();
    parts.stopExecutor();
    deleteGroups(parts.gateGroup(), parts.executorGroup());

    parts.startGate();
    parts.startExecutor("two");
    ActionIntent later = parts.charge("later");

    assertThat(parts.awaitFinal(later).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    assertThat(parts.target.effects()).isEqualTo(effects + 1);
    assertThat(parts.wire.outcomes()).hasSize(answered + 1);
    parts.assertBothRun();
  }

  private static void awaitForgotten(String... groups) {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(200))
        .until(
            () ->
                admin.listTransactions().all().get(60, TimeUnit.SECONDS).stream()
                    .noneMatch(
                        listing ->
                            List.of(groups).stream()
                                .anyMatch(listing.transactionalId()::startsWith)));
  }

  private static void deleteGroups(String... groups) throws Exception {
    admin.deleteConsumerGroups(List.of(groups)).all().get(60, TimeUnit.SECONDS);
  }
}
