package dev.actonce.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.testing.BrokerProcess;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.Wiretap;
import dev.actonce.wire.Codecs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Brokers that are away: an executor that can commit nothing is not ready. */
@LongRun
final class BrokerOutageIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final CountDownLatch answer = new CountDownLatch(1);

  @Test
  void isNotReadyWithoutBrokersAndTellsWhatItLearntMeanwhile(@TempDir Path directory)
      throws Exception {
    ApprovedAction action = Approvals.of("pay", "a");
    try (BrokerProcess first = BrokerProcess.start(directory)) {
      KafkaConfig kafka =
          KafkaConfig.of(first.bootstrapServers()).withSessionTimeout(Duration.ofSeconds(6));
      try (TopicProvisioner topics = TopicProvisioner.open(new ClientSettings(kafka))) {
        topics.create(1, 1);
      }
      try (ExecutorApp executor = start(kafka)) {
        assertThat(executor.awaitReady(PATIENCE)).isTrue();
        try (Wiretap wire = new Wiretap(kafka)) {
          wire.dispatch(action);
        }
        await().atMost(PATIENCE).until(() -> executor.isServing());

        first.kill();
        // Nothing is to be written: only the group's silence tells.
        await("not ready").atMost(PATIENCE).until(() -> !executor.isServing());
        answer.countDown();

        try (BrokerProcess second = BrokerProcess.start(directory, first.clientPort());
            Wiretap wire = new Wiretap(kafka)) {
          assertThat(second.isAlive()).isTrue();
          assertThat(wire.awaitFinal(action.intent().requestId()).status())
              .isEqualTo(OutcomeStatus.SUCCEEDED);
          await("ready again").atMost(PATIENCE).until(executor::isServing);
          assertThat(executor.failure()).isEmpty();
        }
      }
    }
  }

  private ExecutorApp start(KafkaConfig kafka) {
    ToolPolicy policy = ToolPolicy.of("pay", SafetyClass.UNSAFE);
    return ExecutorApp.start(
        ExecutorConfig.of(kafka, "one"),
        name ->
            Optional.of(
                new BoundTool(
                    policy,
                    call -> {
                      answer.await();
                      return new ActionResult.Succeeded("{}", null);
                    })),
        new Codecs(),
        ExecutorListener.NONE);
  }
}
