package dev.actonce.topology;

import static dev.actonce.topology.GateHarness.pay;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.testing.SharedBroker;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gate is killed (SIGKILL) in mid traffic and started again on the same state directory. */
@SuppressWarnings("NullAway.Init")
class GateCrashIT {
  private static final int PARTITIONS = 4;
  private static final int KEYS = 400;
  private static final int KILLS = 3;

  @TempDir private Path directory;

  @Test
  void repeatsAndLosesNothingWhenItIsKilled() {
    KafkaConfig kafka = SharedBroker.kafka("crash");
    try (TopicProvisioner provisioner = TopicProvisioner.open(new ClientSettings(kafka))) {
      provisioner.create(PARTITIONS, 1);
    }
    GateProcess gate = startGate(kafka);
    try (GateClient client = new GateClient(kafka, PARTITIONS);
        GateClient.Reader dispatch = client.reader(client.names.dispatch());
        GateClient.Reader outcomes = client.reader(client.names.outcomes())) {
      for (int kill = 0; kill < KILLS; kill++) {
        publishAll(client, "round" + kill);
        dispatch.awaitCount(50);
        gate.kill();
        gate = startGate(kafka);
      }
      List<ApprovedAction> actions = List.copyOf(dispatch.awaitActions(KEYS));
      // A duplicate that is read after the end of its action is told of that end at once, and
      // nobody waits then: so the gate answers these first.
      outcomes.awaitCount((KILLS - 1) * KEYS);
      // Half of them end, so that the memory store takes part in the last round.
      for (ApprovedAction action : actions.subList(0, KEYS / 2)) {
        client.finish(action, OutcomeStatus.SUCCEEDED);
      }
      gate.kill();
      gate = startGate(kafka);
      publishAll(client, "last");

      assertExactlyOnce(dispatch, outcomes);
    } finally {
      gate.close();
    }
  }

  private static void assertExactlyOnce(GateClient.Reader dispatch, GateClient.Reader outcomes) {
    // Every duplicate is answered; the ended ones are also told to the waiting duplicates.
    int answers = KILLS * KEYS;
    int executors = KEYS / 2;
    int waiters = KEYS / 2;
    Map<String, Integer> answered = new HashMap<>();
    outcomes
        .awaitOutcomes(answers + executors + waiters)
        .forEach(event -> answered.merge(event.status().name(), 1, Integer::sum));
    assertThat(answered.get("SUCCEEDED")).isEqualTo(executors);
    assertThat(answered.get("ALREADY_DONE")).isBetween(KEYS / 2, KEYS);
    assertThat(answered.values().stream().mapToInt(Integer::intValue).sum())
        .isEqualTo(answers + executors + waiters);
    dispatch.poll();
    Map<String, Integer> perKey = new HashMap<>();
    dispatch.awaitActions(KEYS).forEach(a -> perKey.merge(a.key().value(), 1, Integer::sum));
    assertThat(perKey).hasSize(KEYS);
    assertThat(perKey.values()).containsOnly(1);
  }

  private static void publishAll(GateClient client, String round) {
    for (int i = 0; i < KEYS; i++) {
      client.publishSoon(pay("o" + i).intentId("o" + i).publish(round + "-" + i));
    }
    client.flush();
  }

  private GateProcess startGate(KafkaConfig kafka) {
    return GateProcess.start(kafka, directory, "gate", GateProcess.Options.DEFAULT).awaitReady();
  }
}
