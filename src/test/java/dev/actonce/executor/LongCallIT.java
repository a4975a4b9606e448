package dev.actonce.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.SharedBroker;
import dev.actonce.testing.Wiretap;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A call that outlasts every time-out of Kafka while a second executor stands by. */
@LongRun
final class LongCallIT {
  private static final Duration CALL = Duration.ofSeconds(9);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final AtomicInteger calls = new AtomicInteger();

  @Test
  void keepsItsPartitionAndItsTransactionsAndIsMadeOnce() throws Exception { // X08, K17
    KafkaConfig kafka =
        SharedBroker.kafka("long")
            .withSessionTimeout(Duration.ofSeconds(6))
            .withTransactionTimeout(Duration.ofSeconds(2))
            .withClientProperties(Map.of("max.poll.interval.ms", "3000"));
    try (TopicProvisioner topics = TopicProvisioner.open(new ClientSettings(kafka))) {
      topics.create(2, 1);
    }
    ApprovedAction action = Approvals.of("slow", "a");
    try (Wiretap wire = new Wiretap(kafka);
        ExecutorApp first = start(kafka, "one")) {
      wire.dispatch(action);
      await().atMost(PATIENCE).until(() -> calls.get() == 1);
      try (ExecutorApp second = start(kafka, "two")) {
        OutcomeEvent end = awaitFinal(wire, action);

        assertThat(end.status()).isEqualTo(OutcomeStatus.SUCCEEDED);
        assertThat(calls).hasValue(1);
        assertThat(first.failure()).isEmpty();
        assertThat(second.failure()).isEmpty();
      }
    }
  }

  private ExecutorApp start(KafkaConfig kafka, String instance) throws InterruptedException {
    ToolPolicy policy = ToolPolicy.of("slow", SafetyClass.UNSAFE);
    ExecutorApp app =
        ExecutorApp.start(
            ExecutorConfig.of(kafka, instance),
            name ->
                Optional.of(
                    new BoundTool(
                        policy,
                        call -> {
                          calls.incrementAndGet();
                          new CountDownLatch(1).await(CALL.toMillis(), TimeUnit.MILLISECONDS);
                          return new ActionResult.Succeeded("{}", null);
                        })),
            new Codecs(),
            ExecutorListener.NONE);
    assertThat(app.awaitReady(PATIENCE)).isTrue();
    return app;
  }

  private static OutcomeEvent awaitFinal(Wiretap wire, ApprovedAction action) {
    return wire.awaitFinal(action.intent().requestId());
  }
}
