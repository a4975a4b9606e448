package dev.actonce.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.ErrorCode;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.Right;
import dev.actonce.testing.SecuredBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rights that are taken from a gate in mid-run and given back. */
@LongRun
@SuppressWarnings("NullAway.Init")
class GateAccessIT {
  private static final int PARTITIONS = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** Several threads die in it, one after the other. */
  private static final Duration DENIED_FOR = Duration.ofSeconds(8);

  @TempDir private Path directory;
  private SecuredBroker broker;
  private GateClient client;

  /** A stream thread that is replaced ends with its exception. */
  @BeforeAll
  static void letThreadsDie() {
    Awaitility.doNotCatchUncaughtExceptionsByDefault();
  }

  @AfterAll
  static void catchExceptionsAgain() {
    Awaitility.catchUncaughtExceptionsByDefault();
  }

  @BeforeEach
  void start() {
    broker = SecuredBroker.start("gate-1");
    broker.createTopics(PARTITIONS);
    broker.allow("gate-1", Right.ofGate());
    broker.allow("gate-1", Right.topic("actonce.meta", AclOperation.READ));
    client = new GateClient(broker.admin(), PARTITIONS);
  }

  @AfterEach
  void stop() {
    client.close();
    broker.close();
  }

  static Stream<Arguments> rights() {
    return Stream.of(
        Arguments.of(
            Right.topic("actonce.intents", AclOperation.READ), "Read on topic actonce.intents"),
        Arguments.of(
            Right.topic("actonce.outcomes", AclOperation.WRITE), "Write on topic actonce.outcomes"),
        Arguments.of(Right.group("actonce.gate", AclOperation.READ), "Read on group actonce.gate"),
        Arguments.of(
            Right.transactionsFrom("actonce.gate-", AclOperation.WRITE),
            "Write on its transactional id"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("rights")
  void waitsOutARefusalNamesTheRightAndLosesNothing(List<Right> denied, String named) {
    try (GateApp gate = startGate();
        GateClient.Reader dispatch = client.reader(client.names.dispatch());
        GateClient.Reader outcomes = client.reader(client.names.outcomes())) {
      publish(0, 20);
      dispatch.awaitCount(20);

      broker.deny("gate-1", denied);
      publish(20, 40);
      await().atMost(PATIENCE).until(() -> gate.waitsFor().orElse("").contains(named));
      assertThat(gate.waitsFor()).get().asString().contains("refuse", "to principal gate-1");
      assertThat(gate.ready()).isFalse();
      await()
          .during(DENIED_FOR)
          .atMost(PATIENCE)
          .until(() -> !gate.ready() && gate.failure().isEmpty());
      broker.undeny("gate-1", denied);

      List<ApprovedAction> actions = dispatch.awaitActions(40);
      assertThat(actions).extracting(ApprovedAction::key).doesNotHaveDuplicates().hasSize(40);
      outcomes.awaitCount(40); // Each was published twice.
      await().atMost(PATIENCE).untilAsserted(() -> assertThat(gate.waitsFor()).isEmpty());
      await().atMost(PATIENCE).until(gate::ready);
      assertThat(dispatch.poll()).isEmpty();
      assertThat(outcomes.poll()).isEmpty();
      assertThat(gate.failure()).isEmpty();
    }
  }

  @Test
  void isRefusedAtOnceAtTheStart() {
    broker.deny("gate-1", Right.group("actonce.gate", AclOperation.READ));
    try (GateApp gate = begin()) {
      await().atMost(PATIENCE).until(() -> gate.failure().isPresent());
      assertThat(gate.failure().orElseThrow())
          .hasMessageContaining("Read on group actonce.gate")
          .extracting(failure -> failure.code())
          .isEqualTo(ErrorCode.ACCESS_DENIED);
    }
  }

  private void publish(int from, int to) {
    for (int i = from; i < to; i++) {
      client.publishSoon(GateHarness.pay("o" + i).intentId("o" + i).publish("a" + i));
      client.publishSoon(GateHarness.pay("o" + i).intentId("o" + i).publish("b" + i));
    }
    client.flush();
  }

  private GateApp startGate() {
    GateApp gate = begin();
    gate.awaitReady(PATIENCE);
    return gate;
  }

  private GateApp begin() {
    KafkaConfig kafka = broker.kafka("gate-1");
    return GateApp.start(
        GateConfig.of(kafka, "access", directory.resolve("state")),
        GateHarness.CATALOG,
        GateHarness.CODECS,
        InstantSource.system(),
        GateReporting.NONE);
  }
}
