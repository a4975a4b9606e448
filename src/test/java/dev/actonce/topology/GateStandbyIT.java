package dev.actonce.topology;

import static dev.actonce.topology.GateHarness.pay;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.SharedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two gates, each the other's standby, are killed in turn under load. */
@LongRun
@SuppressWarnings("NullAway.Init")
class GateStandbyIT {
  private static final int PARTITIONS = 4;
  private static final int KEYS_PER_ROUND = 200;
  private static final int ROUNDS = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(120);

  @TempDir private Path directory;

  @Test
  void admitsNoKeyAgainWhenStandbysTakeOver() { // K08
    KafkaConfig kafka = SharedBroker.kafka("standby");
    try (TopicProvisioner provisioner = TopicProvisioner.open(new ClientSettings(kafka))) {
      provisioner.create(PARTITIONS, 1);
    }
    GateProcess[] gates = {start(kafka, 0).awaitReady(), start(kafka, 1).awaitReady()};
    try (GateClient client = new GateClient(kafka, PARTITIONS);
        GateClient.Reader dispatch = client.reader(client.names.dispatch());
        GateClient.Reader outcomes = client.reader(client.names.outcomes())) {
      Set<String> asked = new HashSet<>();
      for (int round = 0; round < ROUNDS; round++) {
        int keys = (round + 1) * KEYS_PER_ROUND;
        publish(client, "load" + round, keys, asked);
        gates[round % 2].kill();
        publish(client, "orphaned" + round, keys, asked);
        gates[round % 2] = start(kafka, round % 2);
        publish(client, "back" + round, keys, asked);
        List<ApprovedAction> actions = awaitActions(dispatch, keys);
        finish(client, actions.subList(keys - KEYS_PER_ROUND, keys));
        gates[round % 2].awaitReady();
      }
      publish(client, "last", ROUNDS * KEYS_PER_ROUND, asked);

      assertAnswered(outcomes, asked);
      assertAdmittedOnce(dispatch);
    } finally {
      gates[0].close();
      gates[1].close();
    }
  }

  /** Every key so far, and those of the round the first time; only the first is no duplicate. */
  private static void publish(GateClient client, String round, int keys, Set<String> asked) {
    for (int i = 0; i < keys; i++) {
      String request = round + "-" + i;
      client.publishSoon(pay("o" + i).intentId("o" + i).publish(request));
      if (!round.startsWith("load") || i < keys - KEYS_PER_ROUND) {
        asked.add(request);
      }
    }
    client.flush();
  }

  private static void finish(GateClient client, List<ApprovedAction> actions) {
    for (ApprovedAction action : actions) {
      client.finishSoon(
          action.key(), GateHarness.executed(action, OutcomeStatus.SUCCEEDED, Instant.now()));
    }
    client.flush();
  }

  private static List<ApprovedAction> awaitActions(GateClient.Reader dispatch, int count) {
    Awaitility.await("approvals " + count)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> {
              dispatch.poll();
              return dispatch.awaitActions(0).size() >= count;
            });
    return dispatch.awaitActions(count);
  }

  private static void assertAnswered(GateClient.Reader outcomes, Set<String> asked) {
    Set<String> answered = new HashSet<>();
    Awaitility.await("answers " + asked.size())
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> {
              outcomes.poll().stream()
                  .map(record -> GateHarness.CODECS.outcomes().decode(record.value()))
                  .filter(event -> event.publisher() == OutcomeEvent.Publisher.GATE)
                  .forEach(event -> answered.add(event.about().requestId()));
              return answered.containsAll(asked);
            });
  }

  private static void assertAdmittedOnce(GateClient.Reader dispatch) {
    dispatch.poll();
    Map<String, Integer> perKey = new HashMap<>();
    dispatch.awaitActions(0).forEach(a -> perKey.merge(a.key().value(), 1, Integer::sum));
    assertThat(perKey).hasSize(ROUNDS * KEYS_PER_ROUND);
    assertThat(perKey.values().stream().collect(Collectors.toSet())).containsOnly(1);
  }

  private GateProcess start(KafkaConfig kafka, int number) {
    return GateProcess.start(
        kafka, directory, "gate" + number, GateProcess.Options.DEFAULT.withStandbys(1));
  }
}
