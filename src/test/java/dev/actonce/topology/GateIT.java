package dev.actonce.topology;

import static dev.actonce.topology.GateHarness.CODECS;
import static dev.actonce.topology.GateHarness.key;
import static dev.actonce.topology.GateHarness.pay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.node.GateNode;
import dev.actonce.node.Metering;
import dev.actonce.testing.SharedBroker;
import dev.actonce.wire.WireFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gate on a real broker: restarts, lost state, foreign producers. */
@SuppressWarnings("NullAway.Init")
class GateIT {
  private static final int PARTITIONS = 4;

  /** Longer than a stop takes, on a busy machine too. */
  private static final Duration WINDOW = Duration.ofSeconds(15);

  private static final Catalog CATALOG =
      Catalog.of(
          Tool.of(
              new ToolPolicy(
                  "pay",
                  SafetyClass.KEYED,
                  KeyPolicy.AUTO,
                  new ToolPolicy.Memory(WINDOW, Duration.ofHours(1)),
                  ToolPolicy.Execution.DEFAULT,
                  "test")));

  @TempDir private Path directory;
  private KafkaConfig kafka;
  private GateClient client;
  private GateApp gate;

  @BeforeEach
  void start() {
    kafka = SharedBroker.kafka("gate");
    try (TopicProvisioner provisioner = TopicProvisioner.open(new ClientSettings(kafka))) {
      provisioner.create(PARTITIONS, 1);
    }
    client = new GateClient(kafka, PARTITIONS);
    gate = startGate("state");
  }

  @AfterEach
  void stop() {
    gate.close();
    client.close();
  }

  @Test
  void repeatsAndLosesNothingWhenItIsRestartedInMidTraffic() {
    int keys = 600;
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < keys; i++) {
        client.publishSoon(pay("o" + i).intentId("o" + i).publish("r" + round + "-" + i));
        if (i == keys / 2) {
          client.flush();
          gate.close();
          gate = startGate("state");
        }
      }
    }
    client.flush();
    try (GateClient.Reader dispatch = client.reader(client.names.dispatch());
        GateClient.Reader outcomes = client.reader(client.names.outcomes())) {
      outcomes.awaitCount(2 * keys);
      Map<String, Integer> perKey = new HashMap<>();
      dispatch.awaitActions(keys).forEach(a -> perKey.merge(a.key().value(), 1, Integer::sum));
      assertThat(perKey).hasSize(keys);
      assertThat(perKey.values()).containsOnly(1);
      assertThat(outcomes.awaitOutcomes(2 * keys))
          .hasSize(2 * keys)
          .extracting(OutcomeEvent::status)
          .containsOnly(OutcomeStatus.IN_PROGRESS);
    }
    awaitCount(new TallyLine("pay", "IN_PROGRESS", "SAME_CALL"), 2L * keys);
    awaitCount(new TallyLine("pay", "ADMITTED", ""), keys);
  }

  @Test
  void keepsTheWindowOverARestart() {
    try (GateClient.Reader dispatch = client.reader(client.names.dispatch());
        GateClient.Reader outcomes = client.reader(client.names.outcomes())) {
      finishOne(dispatch);
      gate.close();
      // Its append time counts, so the restart itself may take longer than the window.
      client.publish(pay("A").publish("r2"));
      gate = startGate("state");
      OutcomeEvent blocked = outcomes.awaitOutcomes(2).get(1);
      assertThat(blocked.status()).isEqualTo(OutcomeStatus.ALREADY_DONE);

      gate.close();
      gate = startGate("state");
      Instant end = blocked.at().plus(WINDOW);
      Awaitility.await().atMost(GateClient.PATIENCE).until(() -> Instant.now().isAfter(end));
      client.publish(pay("A").publish("r3"));

      List<ApprovedAction> actions = dispatch.awaitActions(2);
      assertThat(actions).extracting(ApprovedAction::generation).containsExactly(1, 2);
      assertThat(actions.get(1).admittedAt()).isAfterOrEqualTo(end);
    }
  }

  @Test
  void blocksAKeyAfterItsStateDirectoryWasLost() throws IOException {
    try (GateClient.Reader dispatch = client.reader(client.names.dispatch());
        GateClient.Reader outcomes = client.reader(client.names.outcomes())) {
      IntentMaker order = pay("A").intentId("order-1");
      client.publish(order.publish("r1"));
      client.finish(dispatch.awaitActions(1).get(0), OutcomeStatus.SUCCEEDED);
      awaitCount(new TallyLine("pay", "OUTCOME", "SUCCEEDED"), 1);
      client.publish(pay("B").intentId("order-2").publish("r2"));
      dispatch.awaitActions(2);
      gate.close();
      delete(directory.resolve("state"));
      gate = startGate("state");

      client.publish(order.publish("r3"));
      client.publish(pay("B").intentId("order-2").publish("r4"));

      // Each of its own partition, so in any order.
      assertThat(outcomes.awaitOutcomes(3))
          .extracting(OutcomeEvent::status)
          .containsExactlyInAnyOrder(
              OutcomeStatus.SUCCEEDED, OutcomeStatus.ALREADY_DONE, OutcomeStatus.IN_PROGRESS);
      dispatch.poll();
      assertThat(dispatch.awaitActions(2)).hasSize(2);
    }
  }

  @Test
  void admitsOnceWhateverKeyAndPartitionAForeignClientUses() {
    ActionIntent intent = pay("A").publish("r0");
    byte[] value = CODECS.intents().encode(intent);
    for (int partition = 0; partition < PARTITIONS; partition++) {
      client.publishRaw(partition, null, value);
      client.publishRaw(partition, key(intent).value(), value);
      client.publishRaw(partition, "their-own-key", value);
    }
    try (GateClient.Reader dispatch = client.reader(client.names.dispatch());
        GateClient.Reader outcomes = client.reader(client.names.outcomes())) {
      outcomes.awaitCount(3 * PARTITIONS - 1);
      assertThat(dispatch.awaitActions(1)).hasSize(1);
    }
  }

  @Test
  void blocksTheRepeatOfAClientThatHashesKeysWithCrc32() { // K23
    for (int i = 0; i < 20; i++) {
      client.publish(pay("o" + i).publish("java-" + i));
      ActionIntent repeat = pay("o" + i).publish("librdkafka-" + i);
      CRC32 hash = new CRC32();
      hash.update(KeyPartitions.bytes(key(repeat)));
      int partition = (int) (hash.getValue() % PARTITIONS);
      client.publishRaw(partition, key(repeat).value(), CODECS.intents().encode(repeat));
    }
    try (GateClient.Reader outcomes = client.reader(client.names.outcomes())) {
      assertThat(outcomes.awaitOutcomes(20)).hasSize(20);
    }
    awaitCount(new TallyLine("pay", "IN_PROGRESS", "SAME_CALL"), 20);
    awaitCount(new TallyLine("pay", "ADMITTED", ""), 20);
  }

  @Test
  void putsBadRecordsAsideBetweenGoodOnes() {
    for (int i = 0; i < 20; i++) {
      ActionIntent intent = pay("o" + i).publish("r" + i);
      byte[] good = CODECS.intents().encode(intent);
      int home = new KeyPartitions(PARTITIONS).of(KeyPartitions.bytes(key(intent)));
      client.publishRaw(home, null, "{\"a\":1}".getBytes(StandardCharsets.UTF_8));
      client.publishRaw(home, null, new byte[0]);
      client.publishRaw(home, null, java.util.Arrays.copyOf(good, good.length / 2));
      client.publish(intent);
    }
    try (GateClient.Reader dispatch = client.reader(client.names.dispatch());
        GateClient.Reader deadLetters = client.reader(client.names.deadLetters())) {
      assertThat(dispatch.awaitActions(20)).hasSize(20);
      assertThat(deadLetters.awaitCount(60)).hasSize(60);
    }
    assertThat(gate.ready()).isTrue();
  }

  @Test
  void takesOverWhenAnotherGateLeaves() {
    GateApp second = startGate("state2");
    try (GateClient.Reader dispatch = client.reader(client.names.dispatch());
        GateClient.Reader outcomes = client.reader(client.names.outcomes())) {
      publishMany(100, "first");
      dispatch.awaitActions(100);
      gate.close();
      publishMany(100, "second");

      outcomes.awaitCount(100);
      Set<String> keys =
          dispatch.awaitActions(100).stream().map(a -> a.key().value()).collect(Collectors.toSet());
      assertThat(keys).hasSize(100);
      dispatch.poll();
      assertThat(dispatch.awaitActions(100)).hasSize(100);
    } finally {
      second.close();
    }
  }

  @Test
  void refusesToStartInTheStateDirectoryOfARunningGate() {
    assertThatThrownBy(() -> startGate("state").close())
        .isInstanceOfSatisfying(
            ActOnceException.class, e -> assertThat(e.code().category().exitCode()).isEqualTo(2))
        .hasMessageContaining("belongs to another gate; give --gate-state-dir");
    assertThat(gate.ready()).isTrue();
  }

  @Test
  void refusesToStartOnProducerTime() throws Exception {
    gate.close();
    try (Admin admin = Admin.create(new ClientSettings(kafka).admin("test"))) {
      ConfigResource intents =
          new ConfigResource(ConfigResource.Type.TOPIC, client.names.intents());
      AlterConfigOp producerTime =
          new AlterConfigOp(
              new ConfigEntry("message.timestamp.type", "CreateTime"), AlterConfigOp.OpType.SET);
      admin.incrementalAlterConfigs(Map.of(intents, List.of(producerTime))).all().get();
    }
    Awaitility.await()
        .atMost(GateClient.PATIENCE)
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> startChecked("other").close())
                    .isInstanceOf(ActOnceException.class)
                    .hasMessageContaining(client.names.intents()));
  }

  private void publishMany(int count, String round) {
    for (int i = 0; i < count; i++) {
      client.publishSoon(pay("o" + i).intentId("o" + i).publish(round + i));
    }
    client.flush();
  }

  private void finishOne(GateClient.Reader dispatch) {
    client.publish(pay("A").publish("r1"));
    client.finish(dispatch.awaitActions(1).get(0), OutcomeStatus.SUCCEEDED);
    awaitCount(new TallyLine("pay", "OUTCOME", "SUCCEEDED"), 1);
  }

  /** Counts are shown once their store is committed, which comes after the records' commit. */
  private void awaitCount(TallyLine line, long count) {
    Awaitility.await(line.toString())
        .atMost(GateClient.PATIENCE)
        .until(
            () ->
                gate.tally().values().stream().mapToLong(t -> t.getOrDefault(line, 0L)).sum()
                    == count);
  }

  private GateApp startGate(String state) {
    GateConfig config = GateConfig.of(kafka, "test-" + state, directory.resolve(state));
    GateApp app =
        GateApp.start(config, CATALOG, CODECS, InstantSource.system(), GateReporting.NONE);
    app.awaitReady(GateClient.PATIENCE);
    return app;
  }

  private GateNode startChecked(String state) {
    return GateNode.startWithoutWatch(
        GateConfig.of(kafka, "test-" + state, directory.resolve(state)),
        CATALOG,
        WireFormat.singleObject(),
        Metering.OFF);
  }

  private static void delete(Path root) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
