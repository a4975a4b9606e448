package dev.actonce.topology;

import static dev.actonce.topology.GateHarness.CODECS;
import static dev.actonce.topology.GateHarness.NAMES;
import static dev.actonce.topology.GateHarness.header;
import static dev.actonce.topology.GateHarness.key;
import static dev.actonce.topology.GateHarness.pay;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.config.OutcomeForms;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.OversizedRecord;
import dev.actonce.wire.Codecs;
import dev.actonce.wire.WireFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A record costs itself only, whatever handling it throws. */
@SuppressWarnings("NullAway.Init")
class GateGuardTest {
  private static final Duration ZERO = Duration.ZERO;

  @TempDir private Path directory;
  private Codecs hostile;
  private GateHarness gate;

  @BeforeEach
  void start() {
    hostile =
        Codecs.open(
            WireFormat.own(
                OverflowingSerializer.class.getName(),
                OverflowingDeserializer.class.getName(),
                Map.of()),
            new WireFormat.Topics(NAMES.intents(), NAMES.outcomes(), "actonce.settlements"));
    gate = new GateHarness(directory, 1, OutcomeForms.AVRO_AND_JSON, GateReporting.NONE, hostile);
  }

  @AfterEach
  void stop() {
    gate.close();
    hostile.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"actonce.intents", "actonce.rerouted", "actonce.outcomes"})
  void putsARecordAsideThatOverflowsTheStackAndGoesOn(String topic) {
    gate.send(topic, "k", OverflowingDeserializer.BOMB, ZERO);
    gate.publish(ZERO, pay("A").publish("r1"));

    TestRecord<byte[], byte[]> letter = gate.deadLetters().get(0);
    assertThat(header(letter, "actonce-reason")).isEqualTo("UNDECODABLE");
    assertThat(header(letter, "actonce-topic")).isEqualTo(topic);
    assertThat(letter.value()).isEqualTo(OverflowingDeserializer.BOMB);
    assertThat(gate.dispatched()).hasSize(1);
    assertThat(gate.tally()).containsEntry(new TallyLine("", "DEAD_LETTER", "UNDECODABLE"), 1L);
  }

  @Test
  void leavesNothingOfARecordWhoseAnswerCannotBeWritten() {
    ActionIntent first = pay("A").publish("r1");
    gate.publish(ZERO, first);
    byte[] before = gate.open(key(first));

    gate.publish(ZERO, pay("A").publish(OverflowingSerializer.BOMB));

    assertThat(gate.open(key(first))).isEqualTo(before);
    assertThat(gate.read(NAMES.outcomes())).isEmpty();
    assertThat(header(gate.deadLetters().get(0), "actonce-reason")).isEqualTo("UNPROCESSABLE");
    assertThat(gate.tally().keySet())
        .extracting(TallyLine::what)
        .containsExactlyInAnyOrder("ADMITTED", "DEAD_LETTER");

    gate.publish(ZERO, pay("A").publish("r2"));
    assertThat(gate.read(NAMES.outcomes())).hasSize(1);
  }

  @Test
  void answersTheAgentWhoseIntentCouldBeReadButNotHandled() {
    ActionIntent first = pay("A").publish("r1");
    gate.publish(ZERO, first);
    ActionIntent hostileIds =
        new IntentMaker("pay", "{\"order\":\"A\"}").publish(OverflowingSerializer.ONCE);

    gate.publish(ZERO, hostileIds);

    assertThat(gate.read(NAMES.outcomes()))
        .singleElement()
        .satisfies(record -> assertThat(text(record.value())).startsWith("REJECTED"));
    assertThat(header(gate.deadLetters().get(0), "actonce-reason")).isEqualTo("UNPROCESSABLE");
  }

  @Test
  void putsAsideWhatWasTooLargeToBeRead() {
    gate.send(NAMES.intents(), "k", OversizedRecord.marker(314_572_800), ZERO);
    gate.send(NAMES.outcomes(), "k", OversizedRecord.marker(314_572_800), ZERO);

    assertThat(gate.deadLetters())
        .hasSize(2)
        .allSatisfy(
            letter -> {
              assertThat(header(letter, "actonce-reason")).isEqualTo("TOO_LARGE");
              assertThat(header(letter, "actonce-message")).contains("314572800 bytes");
              assertThat(letter.value()).isNull();
            });
    assertThat(gate.read(NAMES.outcomesJson())).isEmpty();
  }

  @Test
  void putsARecordOfHostileKeyAndHeadersAside() {
    Headers headers = new RecordHeaders();
    for (int i = 0; i < 5_000; i++) {
      headers.add("h" + i, new byte[0]);
    }
    headers.add("large", new byte[1024 * 1024]);
    gate.send(NAMES.intents(), "k".repeat(3_500_000), new byte[] {1}, ZERO, headers);
    gate.publish(ZERO, pay("A").publish("r1"));

    TestRecord<byte[], byte[]> letter = gate.deadLetters().get(0);
    assertThat(letter.key()).hasSizeLessThan(1_100_000);
    assertThat(letter.headers().toArray()).hasSizeLessThan(10);
    assertThat(gate.dispatched()).hasSize(1);
  }

  @Test
  void fitsTheAnswerToAWaiterWhateverAForeignExecutorRepeats() {
    gate.publish(ZERO, pay("A").publish("r1"));
    gate.publish(ZERO, pay("A").publish("r2"));
    ApprovedAction action = gate.dispatched().get(0);
    OutcomeEvent event = GateHarness.executed(action, OutcomeStatus.SUCCEEDED, Instant.EPOCH);
    OutcomeEvent.About about = event.about();
    OutcomeEvent hostileEvent =
        new OutcomeEvent(
            event.key(),
            1,
            new OutcomeEvent.About(
                about.requestId(),
                "x".repeat(3_300_000),
                about.action(),
                about.scope(),
                null,
                null,
                ReplyHash.NONE),
            event.status(),
            event.answer(),
            event.history(),
            event.at(),
            event.publisher());
    gate.read(NAMES.outcomes());
    gate.send(NAMES.outcomes(), action.key().value(), CODECS.outcomes().encode(hostileEvent), ZERO);

    assertThat(gate.read(NAMES.outcomes()))
        .singleElement()
        .satisfies(record -> assertThat(record.value()).hasSizeLessThan(10_000));
    assertThat(gate.open(action.key())).isNull();
  }

  /** Ends long after the stack does. */
  private static int overflow(int depth) {
    return depth < 0 ? depth : overflow(depth + 1) + 1;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Overflows the stack on one value. */
  public static final class OverflowingDeserializer implements Deserializer<Object> {
    static final byte[] BOMB = {66, 1, 2};

    @Override
    public Object deserialize(String topic, byte[] bytes) {
      return overflow(0);
    }
  }

  /** Overflows the stack on the outcomes of two requests; the others become their status. */
  public static final class OverflowingSerializer implements Serializer<Object> {
    static final String BOMB = "bomb";
    static final String ONCE = "once";

    @Override
    public byte[] serialize(String topic, Object value) {
      String request = ((GenericRecord) value).get("requestId").toString();
      String status = ((GenericRecord) value).get("status").toString();
      if (request.equals(BOMB) || (request.equals(ONCE) && !status.equals("REJECTED"))) {
        overflow(0);
      }
      return status.getBytes(StandardCharsets.UTF_8);
    }
  }
}
