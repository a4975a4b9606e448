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
import dev.actonce.testing.Right;
import dev.actonce.testing.SecuredBroker;
import dev.actonce.testing.Wiretap;
import dev.actonce.tool.ActionCall;
import dev.actonce.tool.ActionHandler;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.acl.AclOperation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A broker that refuses an executor for a while, and then lets it work again. */
final class ExecutorAccessIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String PRINCIPAL = "pay";

  private static SecuredBroker broker;
  private static int names;

  private final HeldHandler handler = new HeldHandler();

  @BeforeAll
  static void startBroker() {
    broker = SecuredBroker.start(PRINCIPAL, "stranger");
    broker.createTopics(2);
    broker.allow(PRINCIPAL, Right.ofExecutor());
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  static List<Arguments> rights() {
    return List.of(
        Arguments.of(Right.topic("actonce.outcomes", AclOperation.WRITE)),
        Arguments.of(Right.topic("actonce.outcomes", AclOperation.DESCRIBE)),
        Arguments.of(Right.topic("actonce.claims", AclOperation.WRITE)),
        Arguments.of(Right.topic("actonce.dispatch", AclOperation.READ)),
        Arguments.of(Right.group("actonce.executor", AclOperation.READ)),
        Arguments.of(Right.transactionsFrom("actonce.executor-", AclOperation.WRITE)));
  }

  @ParameterizedTest
  @MethodSource("rights")
  void tellsASuccessOfWhichItWasToldNothingWhileItWasRefused(List<Right> rights) throws Exception {
    ApprovedAction action = Approvals.of("unsafe", "held-" + names++);
    try (Wiretap wire = new Wiretap(broker.admin());
        ExecutorApp executor = start(PRINCIPAL)) {
      assertThat(executor.awaitReady(PATIENCE)).isTrue();
      wire.dispatch(action);
      await().atMost(PATIENCE).until(() -> handler.calls.get() == 1);

      broker.deny(PRINCIPAL, rights);
      try {
        handler.answer.countDown();
        await("not ready").atMost(PATIENCE).until(() -> !executor.isServing());
        await("says why")
            .atMost(PATIENCE)
            .until(
                () -> executor.obstacle().orElse("").startsWith("the broker refuses it: User:pay"));
      } finally {
        broker.undeny(PRINCIPAL, rights);
      }

      OutcomeEvent end = wire.awaitFinal(action.intent().requestId());
      assertThat(end.status()).isEqualTo(OutcomeStatus.SUCCEEDED);
      assertThat(wire.told(action.intent().requestId())).containsExactly(OutcomeStatus.SUCCEEDED);
      await("ready again").atMost(PATIENCE).until(executor::isServing);
      assertThat(executor.failure()).isEmpty();
      assertThat(handler.calls).hasValue(1);
    }
  }

  @Test
  void namesPrincipalRightAndTopicWhileItWaits() throws Exception {
    ApprovedAction action = Approvals.of("unsafe", "named-" + names++);
    List<Right> write = Right.topic("actonce.outcomes", AclOperation.WRITE);
    try (Wiretap wire = new Wiretap(broker.admin());
        ExecutorApp executor = start(PRINCIPAL)) {
      assertThat(executor.awaitReady(PATIENCE)).isTrue();
      broker.deny(PRINCIPAL, write);
      try {
        handler.answer.countDown();
        wire.dispatch(action);

        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () ->
                    assertThat(executor.obstacle())
                        .contains(
                            "the broker refuses it: User:pay lacks Write on topic"
                                + " 'actonce.outcomes'"));
      } finally {
        broker.undeny(PRINCIPAL, write);
      }
      wire.awaitFinal(action.intent().requestId());
    }
  }

  @Test
  void stopsAtOnceWhenItIsRefusedFromTheStart() throws Exception {
    try (ExecutorApp executor = start("stranger")) {
      assertThat(executor.awaitReady(PATIENCE)).isFalse();

      assertThat(executor.failure())
          .hasValueSatisfying(
              failure -> {
                assertThat(failure.code().category().exitCode()).isEqualTo(2);
                assertThat(failure).hasMessageContaining("stranger");
              });
    }
  }

  private ExecutorApp start(String principal) {
    KafkaConfig kafka = broker.kafka(principal).withSessionTimeout(Duration.ofSeconds(6));
    ToolPolicy policy = ToolPolicy.of("unsafe", SafetyClass.UNSAFE);
    return ExecutorApp.start(
        ExecutorConfig.of(kafka, "one"),
        name -> Optional.of(new BoundTool(policy, handler)),
        new Codecs(),
        ExecutorListener.NONE);
  }

  /** Answers once it is let. */
  private static final class HeldHandler implements ActionHandler {
    final AtomicInteger calls = new AtomicInteger();
    final CountDownLatch answer = new CountDownLatch(1);

    @Override
    public ActionResult execute(ActionCall call) throws InterruptedException {
      calls.incrementAndGet();
      answer.await();
      return new ActionResult.Succeeded("{}", null);
    }
  }
}
