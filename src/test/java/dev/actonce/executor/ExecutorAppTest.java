package dev.actonce.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ErrorCode;
import dev.actonce.wire.Codecs;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An executor on Kafka's mock clients: how it ends. */
class ExecutorAppTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @ParameterizedTest
  @ValueSource(
      classes = {NoClassDefFoundError.class, StackOverflowError.class, OutOfMemoryError.class})
  void tellsOfAnErrorThatEndsItsThread(Class<? extends Error> type) throws Exception {
    Error error = type.getConstructor().newInstance();
    try (ExecutorApp app = start(broken(error), ExecutorListener.NONE)) {
      assertThat(app.awaitReady(PATIENCE)).isFalse();

      assertThat(app.failure())
          .hasValueSatisfying(
              failure -> {
                assertThat(failure.code()).isEqualTo(ErrorCode.INTERNAL);
                assertThat(failure.code().category().exitCode()).isEqualTo(5);
                assertThat(failure).hasCause(error);
              });
      await().atMost(PATIENCE).until(() -> app.sinceTurn().isEmpty());
    }
  }

  @Test
  void stopsAtOnceWhenItIsRefusedFromTheStart() throws Exception {
    try (ExecutorApp app =
        start(
            broken(new TopicAuthorizationException(Set.of("actonce.claims"))),
            ExecutorListener.NONE)) {
      assertThat(app.awaitReady(PATIENCE)).isFalse();

      assertThat(app.failure())
          .hasValueSatisfying(
              failure -> {
                assertThat(failure.code().category().exitCode()).isEqualTo(2);
                assertThat(failure)
                    .hasMessageContaining("Read and Write on topic 'actonce.claims'");
              });
    }
  }

  @Test
  void servesOnThoughItsListenerThrows() throws Exception {
    ExecutorListener broken =
        (ExecutorListener)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ExecutorListener.class},
                (proxy, method, arguments) -> {
                  throw new LinkageError(method.getName());
                });
    MockKafka kafka = new MockKafka();
    try (ExecutorApp app = start(kafka, broken)) {
      kafka.member.schedulePollTask(kafka::assignAll);

      assertThat(app.awaitReady(PATIENCE)).isTrue();
      assertThat(app.obstacle()).isEmpty();
      assertThat(app.failure()).isEmpty();
    }
  }

  private static KafkaClients broken(Throwable failure) {
    MockKafka kafka = new MockKafka();
    return (KafkaClients)
        Proxy.newProxyInstance(
            ExecutorAppTest.class.getClassLoader(),
            new Class<?>[] {KafkaClients.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("member")) {
                throw failure;
              }
              return method.invoke(kafka, arguments);
            });
  }

  private static ExecutorApp start(KafkaClients clients, ExecutorListener listener) {
    ExecutorApp app =
        new ExecutorApp(
            ExecutorConfig.of(KafkaConfig.of("none:1"), "one"),
            clients,
            name -> Optional.empty(),
            new Codecs(),
            new Clocks(InstantSource.system(), System::nanoTime, new Random(1)),
            listener);
    app.start();
    return app;
  }
}
