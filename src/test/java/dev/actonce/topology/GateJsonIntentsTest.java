package dev.actonce.topology;

import static dev.actonce.topology.GateHarness.CODECS;
import static dev.actonce.topology.GateHarness.NAMES;
import static dev.actonce.topology.GateHarness.header;
import static dev.actonce.topology.GateHarness.key;
import static dev.actonce.topology.GateHarness.pay;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.wire.JsonIntents;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Intents in JSON have the outcomes that the same intents in Avro have. */
@SuppressWarnings("NullAway.Init")
class GateJsonIntentsTest {
  private static final Duration ZERO = Duration.ZERO;
  private static final ActionIntent ORDER = pay("A").publish("avro");
  private static final String ORDER_JSON =
      """
      {"requestId":"json","scope":{"tenant":"acme","session":"s1","run":"run-1","agent":"bot"},
       "action":"pay","toolCallId":"call-1","arguments":{ "order":"A" }}\
      """;

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

  @Test
  void admitsJsonUnderTheKeyOfTheSameIntentInAvro() {
    json(key(ORDER).value(), ORDER_JSON);

    assertThat(gate.dispatched())
        .singleElement()
        .satisfies(
            action -> {
              assertThat(action.key()).isEqualTo(key(ORDER));
              assertThat(action.intent().arguments()).isEqualTo("{ \"order\":\"A\" }");
            });
  }

  @Test
  void blocksADuplicateInTheOtherEncodingBothWays() {
    gate.publish(ZERO, ORDER);
    json(key(ORDER).value(), ORDER_JSON);
    gate.publish(ZERO, pay("A").publish("avro again"));

    assertThat(gate.dispatched()).hasSize(1);
    assertThat(gate.outcomes())
        .extracting(event -> event.about().requestId(), OutcomeEvent::status)
        .containsExactly(
            tuple("json", OutcomeStatus.IN_PROGRESS),
            tuple("avro again", OutcomeStatus.IN_PROGRESS));
  }

  @Test
  void reroutesJsonUnderNoKeyOrAWrongOne() {
    json(null, ORDER_JSON);
    json("wrong", ORDER_JSON.replace("\"json\"", "\"json again\""));

    assertThat(gate.dispatched()).hasSize(1);
    assertThat(gate.statuses()).containsExactly(OutcomeStatus.IN_PROGRESS);
    assertThat(gate.deadLetters()).isEmpty();
  }

  @Test
  void reroutesAnIntentOfMegabytesOfWhiteSpaceAsWhatItSays() { // K28
    json(null, ORDER_JSON.replace("\"action\"", " ".repeat(3_900_000) + "\"action\""));

    assertThat(gate.read(NAMES.rerouted()))
        .singleElement()
        .satisfies(record -> assertThat(record.value()).hasSizeLessThan(1_000));
    assertThat(gate.dispatched()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{\"a\":1,\"a\":2}; INVALID_ARGUMENTS",
        "{\"a\":NaN}; INVALID_ARGUMENTS",
        "{\"a\":\"\\ud800\"}; INVALID_ARGUMENTS",
        "[1]; INVALID_ARGUMENTS",
        "\"not json\"; INVALID_ARGUMENTS",
      })
  void refusesArgumentsWithTheCodeOfTheSameArgumentsInAvro(String arguments, String code) {
    json(null, ORDER_JSON.replace("{ \"order\":\"A\" }", arguments));

    assertRefused(code);
  }

  @Test
  void refusesArgumentsOf300Kilobytes() {
    String large = "{\"note\":\"" + "x".repeat(300 * 1024) + "\"}";
    json(null, ORDER_JSON.replace("{ \"order\":\"A\" }", large));

    assertRefused("ARGUMENTS_TOO_LARGE");
  }

  @Test
  void refusesArgumentsNested65Deep() {
    String deep = "{\"a\":".repeat(65) + "1" + "}".repeat(65);
    json(null, ORDER_JSON.replace("{ \"order\":\"A\" }", deep));

    assertRefused("INVALID_ARGUMENTS");
  }

  @Test
  void namesTheNearestMemberOfAnUnknownOne() {
    json(null, ORDER_JSON.replace("\"toolCallId\"", "\"tool_call_id\""));

    assertThat(assertRefused("INVALID_INTENT").answer().errorMessage())
        .contains("'tool_call_id'", "did you mean 'toolCallId'?");
  }

  @ParameterizedTest
  @CsvSource({
    "issuedAt, 1764494102, seconds",
    "issuedAt, 1764494102.25, seconds",
    "issuedAt, 1764494102000000, microseconds",
    "deadline, 1764494102, seconds",
    "deadline, 1764494102000000000, nanoseconds",
  })
  void namesTheUnitOfATimeThatIsNotInMilliseconds(String name, String number, String unit) {
    json(
        null,
        ORDER_JSON.replace("\"toolCallId\"", "\"" + name + "\":" + number + ",\"toolCallId\""));

    assertThat(assertRefused("INVALID_INTENT").answer().errorMessage())
        .contains(name, "looks like " + unit);
  }

  @Test
  void readsJsonAnnouncedAsSpringDoes() {
    RecordHeaders headers = new RecordHeaders();
    headers.add("contentType", "\"application/json\"".getBytes(UTF_8));
    gate.send(NAMES.intents(), key(ORDER).value(), ORDER_JSON.getBytes(UTF_8), ZERO, headers);

    assertThat(gate.dispatched()).hasSize(1);
  }

  @Test
  void refusesAnIdThatNoRecordCouldRepeat() {
    json(null, ORDER_JSON.replace("\"json\"", "\"" + "r".repeat(2_000_000) + "\",\"x\":1"));

    assertThat(gate.outcomes())
        .singleElement()
        .satisfies(event -> assertThat(event.about().requestId()).hasSizeLessThan(1_024));
  }

  @Test
  void putsJsonThatNamesNobodyAsideAndServesTheNext() {
    json("k", "{\"action\":\"pay\"}");
    json(key(ORDER).value(), ORDER_JSON);

    TestRecord<byte[], byte[]> letter = gate.deadLetters().get(0);
    assertThat(header(letter, "actonce-reason")).isEqualTo("UNDECODABLE");
    assertThat(header(letter, "actonce-message")).contains("'requestId' is missing");
    assertThat(gate.dispatched()).hasSize(1);
  }

  @Test
  void tellsThatJsonWithoutItsHeaderNeedsOne() {
    gate.send(NAMES.intents(), null, ORDER_JSON.getBytes(UTF_8), ZERO);

    assertThat(header(gate.deadLetters().get(0), "actonce-message"))
        .contains("header content-type: application/json");
  }

  @Test
  void tellsThatAvroUnderTheHeaderOfJsonIsNone() {
    gate.send(
        NAMES.intents(),
        null,
        CODECS.intents().encode(ORDER),
        ZERO,
        new RecordHeaders(announced()));

    assertThat(header(gate.deadLetters().get(0), "actonce-message")).contains("application/json");
  }

  private OutcomeEvent assertRefused(String code) {
    assertThat(gate.dispatched()).isEmpty();
    OutcomeEvent event = gate.outcomes().get(0);
    assertThat(event.status()).isEqualTo(OutcomeStatus.REJECTED);
    assertThat(event.answer().errorCode()).isEqualTo(code);
    assertThat(event.about().requestId()).isEqualTo("json");
    return event;
  }

  private void json(@Nullable String key, String json) {
    gate.send(NAMES.intents(), key, json.getBytes(UTF_8), ZERO, announced());
  }

  private static RecordHeaders announced() {
    RecordHeaders headers = new RecordHeaders();
    headers.add(JsonIntents.HEADER, JsonIntents.MEDIA_TYPE.getBytes(UTF_8));
    return headers;
  }
}
