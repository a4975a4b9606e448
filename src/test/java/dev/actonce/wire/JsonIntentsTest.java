package dev.actonce.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.ReplyToken;
import dev.actonce.core.Scope;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The JSON form of an intent: what it may hold, and who is told what about a fault. */
class JsonIntentsTest {
  private static final int MUTATIONS = 5_000;
  private static final String GOOD =
      """
      {"requestId":"r1","scope":{"tenant":"acme"},"action":"pay","arguments":{"a":1}}\
      """;

  @Test
  void readsEveryMember() {
    ActionIntent intent =
        complete(
            """
            {
              "requestId": "r1",
              "scope": {"tenant": "acme", "session": "s1", "run": "run-1", "agent": "bot"},
              "action": "pay",
              "intentId": "INV-1",
              "toolCallId": "call_1",
              "arguments": {"amount": 149.00},
              "issuedAt": "2026-01-01T11:00:00.25+01:00",
              "deadline": 1767261600000,
              "metadata": {"team": "a", "Zoë": ""},
              "replyToken": "secret"
            }
            """);

    assertThat(intent)
        .isEqualTo(
            ActionIntent.of(
                    "r1", new Scope("acme", "s1", "run-1", "bot"), "pay", "{\"amount\": 149.00}")
                .withIntentId("INV-1")
                .withToolCallId("call_1")
                .withIssuedAt(Instant.parse("2026-01-01T10:00:00.250Z"))
                .withDeadline(Instant.parse("2026-01-01T10:00:00Z"))
                .withMetadata(Map.of("team", "a", "Zoë", ""))
                .withReplyToken(new ReplyToken("secret")));
  }

  @Test
  void keepsTheTokenOfAFaultyIntentSoThatItsRefusalIsProven() {
    ReceivedIntent received =
        JsonIntents.read(
            """
            {"requestId":"r1","scope":{"tenant":"acme"},"action":"pay","replyToken":"secret","oops":1}\
            """
                .getBytes(UTF_8));

    assertThat(received.problem()).contains("oops").doesNotContain("secret");
    assertThat(received.intent().replyToken()).isEqualTo(new ReplyToken("secret"));
  }

  @Test
  void takesNullForAbsent() {
    ActionIntent intent =
        complete(
            """
            {"requestId":"r1","scope":{"tenant":"acme","session":null},"action":"pay",
             "intentId":null,"arguments":{"a":null},"issuedAt":null,"metadata":{"a":null}}\
            """);

    assertThat(intent)
        .isEqualTo(ActionIntent.of("r1", Scope.ofTenant("acme"), "pay", "{\"a\":null}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ \"n\" : 149.00, \"big\": 2512292042121000001 ,\"e\":1.49E+2,\"z\":-0.0 }",
        "{\"text\":\"\\u00fc \\/ Zoë \uD83D\uDE00 }]\\\"\", \"deep\":[[{\"a\":[]}]]}",
        "{\"a\":1,\"a\":2}",
        "{\"x\":NaN}",
        "{\"half\":\"\\ud800\"}",
        "{}",
        "[1]",
        "7",
        "true"
      })
  void keepsArgumentsExactlyAsSent(String arguments) {
    String json = GOOD.replace("{\"a\":1}", " \t" + arguments + "\n ");

    assertThat(complete(json).arguments()).isEqualTo(arguments);
  }

  @Test
  void keepsArgumentsThatFollowManyCharactersOfEveryWidth() {
    String pad = "xü€\uD83D\uDE00".repeat(20_000);
    String arguments = "{\"amount\":" + "1".repeat(2_000) + "}";
    String json =
        "{\"metadata\":{\"pad\":\"" + pad + "\"},\"arguments\":" + arguments + "," + rest();

    assertThat(complete(json).arguments()).isEqualTo(arguments);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1764494102000",
        "1764494102000.0",
        "1764494102000.000",
        "1.764494102e12",
        "1764494102E+3",
        "\"1764494102000.0\"",
        "\"1.764494102E12\""
      })
  void takesWholeMillisecondsInEverySpellingOfANumber(String number) {
    String json = GOOD.replace("\"arguments\"", "\"deadline\":" + number + ",\"arguments\"");

    assertThat(complete(json).deadline()).isEqualTo(Instant.parse("2025-11-30T09:15:02Z"));
  }

  /** RFC 8259 lets a reader ignore it, and some writers always put it there. */
  @Test
  void readsPastAByteOrderMark() {
    assertThat(complete('\uFEFF' + GOOD)).isEqualTo(complete(GOOD));
  }

  @Test
  void takesArgumentsAsTextToo() {
    String json = GOOD.replace("{\"a\":1}", "\"{\\\"a\\\":1.0}\"");

    assertThat(complete(json).arguments()).isEqualTo("{\"a\":1.0}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "intentID: unknown member 'intentID'; did you mean 'intentId'? | \"intentID\":\"x\"",
        "nothing near: unknown member 'zzzzzzzzzz'; valid here: action, |"
            + " \"zzzzzzzzzz\":{\"a\":[1]}",
        "twice: 'intentId' occurs twice | \"intentId\":\"a\",\"intentId\":\"b\"",
        "number: 'intentId' must be a text, found a number | \"intentId\":4471",
        "object: 'toolCallId' must be a text, found an object | \"toolCallId\":{\"a\":1}",
        "list: 'metadata' must be an object of texts, found an array | \"metadata\":[]",
        "label: 'metadata.n' must be a text, found a boolean | \"metadata\":{\"n\":true}",
        "label twice: 'metadata.n' occurs twice | \"metadata\":{\"n\":\"a\",\"n\":\"b\"}",
        "surrogate: 'intentId' has a lone surrogate | \"intentId\":\"\\ud800\"",
        "no offset: 'issuedAt' is no time | \"issuedAt\":\"2026-01-01T10:00:00\"",
        "no such day: 'issuedAt' is no time | \"issuedAt\":\"2026-02-30T10:00:00Z\"",
        "beyond: 'issuedAt' is no time | \"issuedAt\":\"+999999999-12-31T23:59:59Z\"",
        "fraction: 'issuedAt' is not in the years 2000 to 2199; send whole | \"issuedAt\":1.5",
        "seconds: 'issuedAt' looks like seconds; send whole mill | \"issuedAt\":1764494102.25",
        "seconds: 'deadline' looks like seconds; send whole mill | \"deadline\":1.764494102e9",
        "micros: 'issuedAt' looks like microseconds; | \"issuedAt\":1764494102000000.5",
        "nanos: 'issuedAt' looks like nanoseconds; | \"issuedAt\":1764494102000000000.5",
        "millis: 'issuedAt' is no whole number; | \"issuedAt\":1764494102000.25",
        "text of seconds: 'issuedAt' looks like seconds; | \"issuedAt\":\"1764494102.25\"",
        "text of micros: 'deadline' looks like microseconds; | \"deadline\":\"1.764494102e15\"",
        "text of more digits: 'issuedAt' is not in the years |"
            + " \"issuedAt\":\"99999999999999999999\"",
        "not a number: 'issuedAt' is not in the years | \"issuedAt\":NaN",
        "huge: 'issuedAt' is not in the years | \"issuedAt\":1e999999999",
        "label name: 'metadata' has a name with a lone surrogate |"
            + " \"metadata\":{\"\\udc00\":\"a\"}",
        "too long: 'issuedAt' is not in the years | \"issuedAt\":99999999999999999999999",
        "boolean: 'deadline' must be a time, found a boolean | \"deadline\":true",
        "comma: it is no JSON (RFC 8259) from character | \"intentId\":\"a\",,",
        "number form: it is no JSON (RFC 8259) from character | \"issuedAt\":01",
      })
  void tellsTheAgentOfAFault(String expected, String member) {
    String problem = read(GOOD.substring(0, GOOD.length() - 1) + "," + member + "}").problem();

    assertThat(problem).contains(expected.substring(expected.indexOf(": ") + 2));
  }

  @Test
  void namesTheMemberOfAnInnerObject() {
    String problem = read(GOOD.replace("\"acme\"", "\"acme\",\"sesion\":\"s\"")).problem();

    assertThat(problem).contains("'scope.sesion'; did you mean 'session'?");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",\"arguments\":{}",
        ",\"arguments\":null",
        ",\"arguments\":\"{}\"",
      })
  void takesNoArgumentsForAnEmptyObject(String member) {
    String json =
        "{\"requestId\":\"r1\",\"scope\":{\"tenant\":\"acme\"},\"action\":\"ping\"" + member + "}";

    assertThat(complete(json).arguments()).isEqualTo("{}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "null", "{}"})
  void takesATextThatSaysNothingForAnEmptyObject(String text) {
    String json = GOOD.replace("{\"a\":1}", "\"" + text + "\"");

    assertThat(complete(json).arguments()).isEqualTo("{}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"2026-11-30T09:15:02.000Z\"",
        "\"2026-11-30T10:15:02.000+0100\"",
        "\"2026-11-30T10:15:02+01\"",
        "\"2026-11-30T10:15:02.00000000000+01:00\"",
        "\"2026-11-30t09:15:02z\"",
        "\"2026-11-30 09:15:02Z\"",
        "\"1796030102000\"",
        "1796030102000"
      })
  void readsATimeInEverySpelling(String time) {
    String json = GOOD.replace("\"arguments\"", "\"deadline\":" + time + ",\"arguments\"");

    assertThat(complete(json).deadline()).isEqualTo("2026-11-30T09:15:02Z");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-30T09:15:02",
        "2026-11-30T09:15:0200Z",
        "2026-11-30",
        "2026-11-30T09:15:02 Z",
        "2026-11-30T25:15:02Z",
        "2026-11-30T09:15:02Z[UTC]",
        "",
        "tomorrow"
      })
  void refusesATextThatIsNoTime(String text) {
    String json = GOOD.replace("\"arguments\"", "\"deadline\":\"" + text + "\",\"arguments\"");

    assertThat(read(json).problem()).startsWith("'deadline' is no time; send ISO-8601");
  }

  @Test
  void tellsTheAgentOfATextThatBreaksOffAfterItsAddress() {
    ReceivedIntent received = read(GOOD.substring(0, GOOD.length() - 2));

    assertThat(received.problem()).contains("no JSON");
    assertThat(received.intent().scope()).isEqualTo(Scope.ofTenant("acme"));
  }

  @Test
  void neverRepeatsAValue() {
    for (String member : new String[] {"\"deadline\":\"s3cret\"", "\"issuedAt\":s3cret"}) {
      assertThat(read(GOOD.replace("\"arguments\"", member + ",\"arguments\"")).problem())
          .isNotNull()
          .doesNotContain("s3cret");
    }
  }

  @Test
  void cutsLongNames() {
    assertThat(read(GOOD.replace("\"arguments\"", "\"" + "n".repeat(100_000) + "\"")).problem())
        .hasSizeLessThan(300);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "\"text\"",
        "{",
        "{\"requestId\":\"r1\",\"action\":\"pay\",\"arguments\":{}}",
        "{\"requestId\":\"\",\"scope\":{\"tenant\":\"acme\"},\"action\":\"pay\",\"arguments\":{}}",
        "{\"requestId\":7,\"scope\":{\"tenant\":\"acme\"},\"action\":\"pay\",\"arguments\":{}}",
        "{\"requestId\":\"r1\",\"scope\":{\"tenant\":\"\"},\"action\":\"pay\",\"arguments\":{}}",
        "{\"requestId\":\"r1\",\"scope\":\"acme\",\"action\":\"pay\",\"arguments\":{}}",
        "{\"requestId\":\"\\udc00\",\"scope\":{\"tenant\":\"a\"},\"action\":\"p\",\"arguments\":{}}",
        "\uFEFF{}",
      })
  void refusesWhatNobodyCouldBeToldOf(String json) {
    assertUndecodable(json.getBytes(UTF_8));
  }

  @Test
  void refusesOtherEncodingsThanUtf8() {
    assertUndecodable(GOOD.replace("acme", "Zoë").getBytes(ISO_8859_1));
  }

  @Test
  void refusesTextAfterTheObject() {
    assertThat(read(GOOD + "{}").problem()).isEqualTo("text follows the JSON object");
  }

  @Test
  void refusesAMillionOpenBracketsInBoundedMemory() {
    assertThat(read(GOOD.replace("{\"a\":1}", "[".repeat(1_000_000))).problem()).contains("JSON");
  }

  @Test
  void throwsNothingElseWhateverIsChanged() {
    Random random = new Random(11);
    byte[] good = GOOD.getBytes(UTF_8);
    byte[] alphabet = "\"{}[]:,\\ua0N-e.".getBytes(UTF_8);
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] mutated = good.clone();
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        byte any = (byte) random.nextInt();
        mutated[random.nextInt(mutated.length)] =
            random.nextInt(4) == 0 ? any : alphabet[random.nextInt(alphabet.length)];
      }
      ActOnceException refused =
          catchThrowableOfType(ActOnceException.class, () -> JsonIntents.read(mutated));
      assertThat(refused == null || refused.code() == ErrorCode.UNDECODABLE).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "content-type,application/json,true",
    "Content-Type,APPLICATION/JSON; charset=utf-8,true",
    "content-type,avro/binary,false",
    "content-type,,false",
    "type,application/json,false",
    "contentType,application/json,true",
    "Content_Type,application/json,true",
    "CONTENT-TYPE,text/json,true",
    "contentType,'\"application/json\"',true",
    "contentType,'\"application/json;charset=UTF-8\"',true",
    "content-type,application/vnd.acme.intent+json,true",
    "content-type,application/json ; charset=utf-8,true",
    "content-type,application/cloudevents+json,false",
    "content-type,application/cloudevents-batch+json,false",
    "content-type,application/json-seq,false",
    "content-type,application/x-ndjson,false",
    "content-type,'\"',false"
  })
  void knowsJsonByItsHeader(String name, @Nullable String value, boolean json) {
    RecordHeaders headers = new RecordHeaders();
    headers.add(name, value == null ? null : value.getBytes(UTF_8));

    assertThat(JsonIntents.isAnnounced(headers)).isEqualTo(json);
  }

  @Test
  void refusesARecordWithoutAValue() {
    ActOnceException refused =
        catchThrowableOfType(ActOnceException.class, () -> JsonIntents.read(null));

    assertThat(refused.code()).isEqualTo(ErrorCode.UNDECODABLE);
    assertThat(refused).hasMessageContaining("no value");
  }

  private static String rest() {
    return "\"requestId\":\"r1\",\"scope\":{\"tenant\":\"acme\"},\"action\":\"pay\"}";
  }

  private static ReceivedIntent read(String json) {
    return JsonIntents.read(json.getBytes(UTF_8));
  }

  private static ActionIntent complete(String json) {
    ReceivedIntent received = read(json);
    assertThat(received.problem()).isNull();
    return received.intent();
  }

  private static void assertUndecodable(byte[] value) {
    ActOnceException refused =
        catchThrowableOfType(ActOnceException.class, () -> JsonIntents.read(value));
    assertThat(refused.code()).isEqualTo(ErrorCode.UNDECODABLE);
    assertThat(refused).hasMessageContaining("application/json");
  }
}
