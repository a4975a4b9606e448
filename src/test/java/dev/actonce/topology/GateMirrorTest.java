package dev.actonce.topology;

import static dev.actonce.topology.GateHarness.CODECS;
import static dev.actonce.topology.GateHarness.NAMES;
import static dev.actonce.topology.GateHarness.START;
import static dev.actonce.topology.GateHarness.header;
import static dev.actonce.topology.GateHarness.pay;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.config.OutcomeForms;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.wire.JsonOutcomes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outcomes told in JSON too: all of them, in order, under the same keys. */
@SuppressWarnings("NullAway.Init")
class GateMirrorTest {
  private static final Duration ZERO = Duration.ZERO;

  @TempDir private Path directory;
  private GateHarness gate;

  @BeforeEach
  void start() {
    gate = new GateHarness(directory, 1, OutcomeForms.AVRO_AND_JSON);
  }

  @AfterEach
  void stop() {
    gate.close();
  }

  @Test
  void tellsTheOutcomesOfGateAndExecutorInOrderUnderTheSameKeys() {
    gate.publish(ZERO, pay("A").publish("r1"));
    gate.publish(ZERO, pay("A").publish("r2"));
    ApprovedAction action = gate.dispatched().get(0);
    gate.finish(ZERO, action, OutcomeStatus.SUCCEEDED);
    gate.publish(ZERO, pay("A").publish("r3"));

    List<TestRecord<byte[], byte[]>> mirrored = gate.read(NAMES.outcomesJson());
    assertThat(mirrored)
        .extracting(record -> status(record.value()))
        .containsExactly("IN_PROGRESS", "SUCCEEDED", "ALREADY_DONE", "ALREADY_DONE");
    assertThat(mirrored)
        .allSatisfy(
            record -> {
              assertThat(new String(record.key(), UTF_8)).isEqualTo(action.key().value());
              assertThat(header(record, "content-type")).isEqualTo("application/json");
            });
  }

  @Test
  void tellsTheSameAsTheOriginal() {
    gate.send(
        NAMES.intents(),
        null,
        CODECS.intents().encode(new IntentMaker("pai", "{}").publish("r1")),
        ZERO);

    OutcomeEvent original = gate.outcomes().get(0);
    assertThat(gate.read(NAMES.outcomesJson()))
        .singleElement()
        .satisfies(
            record -> {
              assertThat(record.key()).isEqualTo("r1".getBytes(UTF_8));
              assertThat(record.value())
                  .isEqualTo(JsonOutcomes.encode(original, MirrorProcessor.MAX_BYTES));
            });
  }

  @Test
  void passesByWhatIsNoOutcomeAndWhatNoRecordCouldHold() {
    gate.send(NAMES.outcomes(), "k", new byte[] {1}, ZERO);
    gate.send(NAMES.outcomes(), "k", null, ZERO);
    gate.publish(ZERO, pay("A").publish("r1"));
    ApprovedAction action = gate.dispatched().get(0);
    OutcomeEvent event = GateHarness.executed(action, OutcomeStatus.UNKNOWN, START);
    byte[] outcome = CODECS.outcomes().encode(event);
    gate.send(NAMES.outcomes(), "k".repeat(3_000_000), outcome, ZERO);
    gate.send(NAMES.outcomes(), action.key().value(), outcome, ZERO);

    assertThat(gate.read(NAMES.outcomesJson()))
        .extracting(record -> status(record.value()))
        .containsExactly("UNKNOWN");
  }

  @Test
  void addsNothingElseToTheTopology() {
    String without = describe(OutcomeForms.AVRO);
    String added =
        """
            Processor: gate-mirror (stores: [])
              --> gate-outcomes-json-out
              <-- gate-outcomes-in
        """;

    assertThat(describe(OutcomeForms.AVRO_AND_JSON))
        .contains(added, "Sink: gate-outcomes-json-out (topic: actonce.outcomes.json)");
    assertThat(describe(OutcomeForms.AVRO_AND_JSON).lines())
        .hasSize((int) without.lines().count() + 5);
  }

  private static String describe(OutcomeForms forms) {
    return GateHarness.topology(CODECS, 4, () -> START, forms, GateReporting.NONE)
        .describe()
        .toString();
  }

  private static String status(byte[] json) {
    return new String(json, UTF_8).replaceAll("(?s).*\"status\":\"(\\w+)\".*", "$1");
  }
}
