package dev.actonce.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.ReplyToken;
import dev.actonce.core.Scope;
import dev.actonce.core.outcome.DuplicateCause;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The JSON form of an outcome. */
class JsonOutcomesTest {
  private static final int MAX_BYTES = 2 * 1024 * 1024;
  private static final String KEY = "v1." + "-_aZ9".repeat(8) + "xyz";

  @Test
  void writesEveryFieldThatHasAValue() {
    assertThat(text(event("{\"id\": 2512292042121000001, \"n\":149.00}")))
        .isEqualTo(
            "{\"key\":\""
                + KEY
                + "\",\"generation\":1,\"requestId\":\"r2\",\"originalRequestId\":\"r1\","
                + "\"action\":\"pay\",\"scope\":{\"tenant\":\"acme\",\"session\":\"Zoë\"},"
                + "\"intentId\":\"INV-1\",\"status\":\"ALREADY_DONE\","
                + "\"result\":{\"id\": 2512292042121000001, \"n\":149.00},"
                + "\"advice\":\"done \\\"once\\\"\",\"attempts\":2,\"duplicates\":9007199254740993,"
                + "\"cause\":\"NEW_CALL\",\"reference\":\"ch_1\","
                + "\"admittedAt\":\"2026-01-01T10:00:00.250Z\",\"at\":\"2026-01-01T10:00:01Z\","
                + "\"publisher\":\"GATE\"}");
  }

  @Test
  void showsTheHashOfAPublishThatHasAToken() {
    OutcomeEvent event = event("7");
    OutcomeEvent.About about = event.about();
    ReplyHash hash = new ReplyToken("secret").hash();
    OutcomeEvent proven =
        new OutcomeEvent(
            event.key(),
            event.generation(),
            about.withReplyHash(hash),
            event.status(),
            event.answer(),
            event.history(),
            event.at(),
            event.publisher());

    assertThat(text(proven)).contains("\"replyHash\":\"" + hash.value() + "\"");
    assertThat(text(event)).doesNotContain("replyHash");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{\"a\":1}; {\"a\":1}",
        "[1,2]; [1,2]",
        "7; 7",
        "\"text\"; \"text\"",
        "null; null",
        "plain; \"plain\"",
        "{\"a\":NaN}; \"{\\\"a\\\":NaN}\"",
        "{} {}; \"{} {}\"",
        "{\"a\":; \"{\\\"a\\\":\"",
        "``; \"\""
      })
  void showsAResultAsTheValueThatItIsOrElseAsText(String result, String shown) {
    assertThat(text(event(result))).contains("\"result\":" + shown + ",\"advice\"");
  }

  @Test
  void leavesOutWhatHasNoValue() {
    assertThat(text(event(null))).doesNotContain("result").doesNotContain("null");
  }

  @Test
  void putsANoteInPlaceOfAResultThatEscapesWouldMakeTooLong() throws IOException {
    byte[] json = JsonOutcomes.encode(event("\u0001".repeat(1_000_000)), MAX_BYTES);

    assertThat(json).hasSizeLessThan(2_000);
    assertThat(new ObjectMapper().readTree(json).at("/result/code").textValue())
        .isEqualTo("RESULT_TOO_LARGE");
  }

  @Test
  void writesJsonWhateverTheEventHolds() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    for (long seed = 0; seed < 500; seed++) {
      OutcomeEvent event = Samples.random(seed).outcome();
      JsonNode json = mapper.readTree(JsonOutcomes.encode(event, MAX_BYTES));
      assertThat(json.get("requestId").textValue()).isEqualTo(event.about().requestId());
      assertThat(json.get("status").textValue()).isEqualTo(event.status().name());
      assertThat(Instant.parse(json.get("at").textValue())).isEqualTo(event.at());
    }
  }

  private static String text(OutcomeEvent event) {
    return new String(JsonOutcomes.encode(event, MAX_BYTES), UTF_8);
  }

  private static OutcomeEvent event(@Nullable String result) {
    return new OutcomeEvent(
        new IdempotencyKey(KEY),
        1,
        new OutcomeEvent.About(
            "r2", "r1", "pay", new Scope("acme", "Zoë", null, null), "INV-1", null, ReplyHash.NONE),
        OutcomeStatus.ALREADY_DONE,
        OutcomeEvent.Answer.result(result, "ch_1", "done \"once\""),
        OutcomeEvent.History.of(2)
            .withDuplicates(9007199254740993L, DuplicateCause.NEW_CALL)
            .withTimes(Instant.parse("2026-01-01T10:00:00.250Z"), null),
        Instant.parse("2026-01-01T10:00:01Z"),
        OutcomeEvent.Publisher.GATE);
  }
}
