package dev.actonce.topology;

import static dev.actonce.topology.GateHarness.CODECS;
import static dev.actonce.topology.GateHarness.NAMES;
import static dev.actonce.topology.GateHarness.START;
import static dev.actonce.topology.GateHarness.header;
import static dev.actonce.topology.GateHarness.key;
import static dev.actonce.topology.GateHarness.pay;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Scope;
import dev.actonce.core.outcome.AnswerLimits;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.DeadLetter;
import dev.actonce.kafka.KeyPartitions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that are wrong in some way: refused, rerouted or put aside, and the next one goes on. */
@SuppressWarnings("NullAway.Init")
class GateInputTest {
  private static final Duration ZERO = Duration.ZERO;

  @TempDir private Path directory;
  private GateHarness gate;

  @BeforeEach
  void start() {
    gate = new GateHarness(directory);
  }

  @AfterEach
  void stop() {
    gate.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"json", "empty", "three", "truncated", "trailing", "huge string", "large string"})
  void putsAnUndecodableIntentAsideAndGoesOn(String kind) {
    byte[] value = undecodable(kind);
    gate.send(NAMES.intents(), "k", value, ZERO);
    gate.publish(ZERO, pay("A").publish("r1"));

    TestRecord<byte[], byte[]> letter = gate.deadLetters().get(0);
    assertThat(letter.key()).isEqualTo("k".getBytes(StandardCharsets.UTF_8));
    assertThat(letter.value()).isEqualTo(value);
    assertThat(header(letter, "actonce-reason")).isEqualTo("UNDECODABLE");
    assertThat(header(letter, "actonce-topic")).isEqualTo(NAMES.intents());
    assertThat(header(letter, "actonce-partition")).isEqualTo("0");
    assertThat(header(letter, "actonce-offset")).isEqualTo("0");
    assertThat(header(letter, "actonce-timestamp")).isEqualTo("" + START.toEpochMilli());
    assertThat(gate.dispatched()).hasSize(1);
  }

  @Test
  void putsATombstoneAside() {
    gate.send(NAMES.intents(), null, null, ZERO);
    assertThat(header(gate.deadLetters().get(0), "actonce-reason")).isEqualTo("NO_VALUE");
  }

  @Test
  void putsAnUndecodableOutcomeAside() {
    gate.send(NAMES.outcomes(), "k", new byte[] {1}, ZERO);
    assertThat(header(gate.deadLetters().get(0), "actonce-reason")).isEqualTo("UNDECODABLE");
  }

  @Test
  void putsAnOutcomeUnderAnotherKeyAside() {
    gate.publish(ZERO, pay("A").publish("r1"));
    ApprovedAction action = gate.dispatched().get(0);
    OutcomeEvent event = GateHarness.executed(action, OutcomeStatus.SUCCEEDED, START);
    gate.send(NAMES.outcomes(), "other", CODECS.outcomes().encode(event), ZERO);

    assertThat(header(gate.deadLetters().get(0), "actonce-reason")).isEqualTo("OUTCOME_MISPLACED");
    assertThat(gate.open(action.key())).isNotNull();
  }

  @Test
  void cutsADeadLetterThatIsTooLarge() {
    gate.send(NAMES.intents(), null, new byte[3_000_000], ZERO);

    TestRecord<byte[], byte[]> letter = gate.deadLetters().get(0);
    assertThat(letter.value()).hasSizeLessThanOrEqualTo(DeadLetter.MAX_BYTES);
    assertThat(header(letter, "actonce-value-bytes")).isEqualTo("3000000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "pay; {\"a\":1,\"a\":2}; INVALID_ARGUMENTS",
        "pay; {\"a\":NaN}; INVALID_ARGUMENTS",
        "pay; not json; INVALID_ARGUMENTS",
        "checked; {\"amount\":true}; SCHEMA_VIOLATION",
        "checked; {}; SCHEMA_VIOLATION",
        "pai; {}; UNKNOWN_ACTION"
      })
  void refusesAnIntentThatCannotBeRight(String action, String arguments, String code) {
    ActionIntent intent = new IntentMaker(action, arguments).publish("r1");
    gate.send(NAMES.intents(), null, CODECS.intents().encode(intent), ZERO);

    assertThat(gate.dispatched()).isEmpty();
    assertThat(gate.outcomes())
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.status()).isEqualTo(OutcomeStatus.REJECTED);
              assertThat(event.answer().errorCode()).isEqualTo(code);
              assertThat(event.about().requestId()).isEqualTo("r1");
            });
  }

  @Test
  void namesTheNearestAction() {
    ActionIntent intent = new IntentMaker("pai", "{}").publish("r1");
    gate.send(NAMES.intents(), null, CODECS.intents().encode(intent), ZERO);

    TestRecord<byte[], byte[]> record = gate.read(NAMES.outcomes()).get(0);
    assertThat(record.key()).isEqualTo("r1".getBytes(StandardCharsets.UTF_8));
    assertThat(CODECS.outcomes().decode(record.value()).answer().errorMessage()).contains("'pay'");
  }

  @Test
  void tellsTheKeyOfAnIntentThatBreaksItsSchema() {
    ActionIntent intent = new IntentMaker("checked", "{}").publish("r1");
    gate.publish(ZERO, intent);

    assertThat(gate.outcomes()).extracting(OutcomeEvent::key).containsExactly(key(intent));
  }

  @Test
  void refusesArgumentsOf300Kilobytes() {
    String arguments = "{\"note\":\"" + "x".repeat(300 * 1024) + "\"}";
    ActionIntent intent = new IntentMaker("pay", arguments).publish("r1");
    gate.send(NAMES.intents(), null, CODECS.intents().encode(intent), ZERO);

    assertThat(gate.outcomes())
        .extracting(event -> event.answer().errorCode())
        .containsExactly("ARGUMENTS_TOO_LARGE");
  }

  @Test
  void refusesIdsAndMetadataThatNoRecordCouldRepeat() {
    ActionIntent longId = pay("A").publish("r".repeat(2_000_000));
    ActionIntent muchMetadata =
        ActionIntent.of("r2", Scope.ofTenant("acme"), "pay", "{}")
            .withMetadata(Map.of("trace", "x".repeat(2_000_000)));
    gate.send(NAMES.intents(), null, CODECS.intents().encode(longId), ZERO);
    gate.send(NAMES.intents(), null, CODECS.intents().encode(muchMetadata), ZERO);

    assertThat(gate.read(NAMES.outcomes()))
        .hasSize(2)
        .allSatisfy(
            record -> {
              assertThat(record.value()).hasSizeLessThan(5_000);
              assertThat(CODECS.outcomes().decode(record.value()).answer().errorCode())
                  .isEqualTo("INVALID_INTENT");
            });
    assertThat(gate.dispatched()).isEmpty();
  }

  @Test
  void remembersANoteInPlaceOfATooLargeResult() { // K28
    gate.publish(ZERO, pay("A").publish("r1"));
    ApprovedAction action = gate.dispatched().get(0);
    OutcomeEvent small = GateHarness.executed(action, OutcomeStatus.SUCCEEDED, START);
    OutcomeEvent large =
        new OutcomeEvent(
            small.key(),
            1,
            small.about(),
            small.status(),
            OutcomeEvent.Answer.result("\"" + "x".repeat(2_000_000) + "\"", "ref-7", "advice"),
            small.history(),
            START,
            OutcomeEvent.Publisher.EXECUTOR);
    gate.send(NAMES.outcomes(), action.key().value(), CODECS.outcomes().encode(large), ZERO);
    gate.publish(Duration.ofSeconds(1), pay("A").publish("r2"));

    OutcomeEvent answer = gate.outcomes().get(0);
    assertThat(answer.status()).isEqualTo(OutcomeStatus.ALREADY_DONE);
    assertThat(answer.answer().result()).isEqualTo(AnswerLimits.RESULT_TOO_LARGE);
    assertThat(answer.answer().reference()).isEqualTo("ref-7");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "some-other-key"})
  void reroutesAnIntentWithoutItsKeyOnce(String recordKey) {
    ActionIntent intent = pay("A").publish("r1");
    String hint = recordKey.isEmpty() ? null : recordKey;
    gate.send(NAMES.intents(), hint, CODECS.intents().encode(intent), ZERO);
    gate.send(NAMES.intents(), hint, CODECS.intents().encode(pay("A").publish("r2")), ZERO);

    assertThat(gate.dispatched()).hasSize(1);
    assertThat(gate.statuses()).containsExactly(OutcomeStatus.IN_PROGRESS);
    assertThat(gate.read(NAMES.rerouted()))
        .hasSize(2)
        .allSatisfy(
            record ->
                assertThat(record.key())
                    .isEqualTo(key(intent).value().getBytes(StandardCharsets.UTF_8)));
    assertThat(gate.tally()).containsEntry(new TallyLine("pay", "REROUTED", ""), 2L);
  }

  @Test
  void reroutesARightKeyOnAWrongPartitionAndNeverTwice() {
    gate.close();
    gate = new GateHarness(directory.resolve("four"), 4);
    ActionIntent intent = misplaced();
    gate.publish(ZERO, intent);

    // The test driver has one partition only, so the second pass is a foreign writer's mistake.
    assertThat(gate.read(NAMES.rerouted())).hasSize(1);
    assertThat(gate.dispatched()).isEmpty();
    assertThat(header(gate.deadLetters().get(0), "actonce-reason")).isEqualTo("REROUTED_WRONG");
  }

  private static ActionIntent misplaced() {
    KeyPartitions partitions = new KeyPartitions(4);
    for (int i = 0; i < 100; i++) {
      ActionIntent intent = pay("order-" + i).publish("r1");
      if (partitions.of(KeyPartitions.bytes(key(intent))) != 0) {
        return intent;
      }
    }
    throw new AssertionError("no key outside partition 0");
  }

  private static byte[] undecodable(String kind) {
    byte[] good = CODECS.intents().encode(pay("A").publish("r1"));
    return switch (kind) {
      case "json" -> "{\"action\":\"pay\"}".getBytes(StandardCharsets.UTF_8);
      case "empty" -> new byte[0];
      case "three" -> new byte[] {(byte) 0xc3, 1, 7};
      case "truncated" -> Arrays.copyOf(good, good.length - 5);
      case "trailing" -> Arrays.copyOf(good, good.length + 1);
      case "huge string" -> claim(good, new byte[] {-2, -1, -1, -1, 0x0f});
      default -> claim(good, new byte[] {-128, -128, -128, -128, 0x0c});
    };
  }

  /** A valid header, then a text that claims to be 2 GB or 1.5 GB long. */
  private static byte[] claim(byte[] good, byte[] length) {
    byte[] bytes = Arrays.copyOf(good, 16);
    System.arraycopy(length, 0, bytes, 10, length.length);
    return bytes;
  }
}
