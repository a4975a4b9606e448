package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.Scope;
import dev.actonce.core.outcome.DuplicateCause;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeEvent.About;
import dev.actonce.core.outcome.OutcomeEvent.Answer;
import dev.actonce.core.outcome.OutcomeEvent.History;
import dev.actonce.core.outcome.OutcomeEvent.Publisher;
import dev.actonce.core.outcome.OutcomeStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskRecordTest {
  private static final String KEY = "v1." + "A".repeat(43);
  private static final Instant START = Instant.parse("2026-01-31T09:00:00Z");

  @Test
  void tellsAnActionFromStartToEnd() throws IOException {
    JsonNode record =
        record(Publisher.EXECUTOR, OutcomeStatus.SUCCEEDED, null, START.plusMillis(250));

    assertThat(record.toString())
        .isEqualTo(
            "{\"schema\":\"actonce.task-record/1\",\"task_id\":\""
                + KEY
                + "/2\",\"request_id\":\"r-1\",\"original_request_id\":\"r-0\",\"tenant\":\"acme\","
                + "\"session_id\":\"s-1\",\"agent_id\":\"a-1\",\"tool\":\"charge\","
                + "\"tool_call_id\":\"call-1\",\"intent_id\":\"inv-1\",\"attempt\":3,"
                + "\"status\":\"succeeded\",\"verdict\":\"admitted\",\"duplicate\":false,"
                + "\"duplicates_so_far\":4,\"final\":true,\"success\":true,\"reference\":\"ch_1\","
                + "\"started_at\":\"2026-01-31T09:00:00Z\","
                + "\"ended_at\":\"2026-01-31T09:00:00.250Z\","
                + "\"recorded_at\":\"2026-01-31T09:00:00Z\",\"latency_ms\":250}");
  }

  @ParameterizedTest
  @CsvSource({
    "EXECUTOR,SUCCEEDED,,admitted,false",
    "EXECUTOR,FAILED,,admitted,false",
    "EXECUTOR,UNKNOWN,,admitted,false",
    "GATE,ALREADY_DONE,NEW_CALL,already_done,true",
    "GATE,IN_PROGRESS,SAME_CALL,in_progress,true",
    "GATE,UNKNOWN,NEW_RUN,unknown,true",
    "GATE,ALREADY_DONE,,follow_up,false",
    "GATE,FAILED,,follow_up,false",
    "GATE,UNKNOWN,,follow_up,false",
    "GATE,CONFLICT,,conflict,false",
    "GATE,REJECTED,,rejected,false"
  })
  void tellsWhatTheGateDecided(
      Publisher publisher,
      OutcomeStatus status,
      @Nullable DuplicateCause cause,
      String verdict,
      boolean duplicate)
      throws IOException {
    JsonNode record = record(publisher, status, cause, null);

    assertThat(record.path("verdict").asText()).isEqualTo(verdict);
    assertThat(record.path("duplicate").asBoolean()).isEqualTo(duplicate);
    assertThat(record.has("duplicate_cause")).isEqualTo(duplicate);
  }

  @Test
  void leavesOpenWhatIsNotKnown() throws IOException {
    JsonNode record = record(Publisher.EXECUTOR, OutcomeStatus.UNKNOWN, null, null);

    assertThat(record.has("success")).isFalse();
    assertThat(record.has("latency_ms")).isFalse();
    assertThat(record.path("final").asBoolean(true)).isFalse();
  }

  @Test
  void neverTellsANegativeLatency() throws IOException {
    JsonNode record =
        record(Publisher.EXECUTOR, OutcomeStatus.SUCCEEDED, null, START.minusMillis(3));

    assertThat(record.path("latency_ms").asLong(-1)).isZero();
  }

  @Test
  void hasThePageDescribeEachMember() throws IOException {
    String page = Files.readString(Path.of("src/site/markdown/reliability-export.md"));
    List<String> described =
        Pattern.compile("(?m)^\\| (`[^|]+`) \\|")
            .matcher(page)
            .results()
            .flatMap(row -> List.of(row.group(1).split(", ", -1)).stream())
            .map(name -> name.replace("`", ""))
            .toList();
    JsonNode failed = record(Publisher.EXECUTOR, OutcomeStatus.FAILED, null, START);
    JsonNode blocked =
        record(Publisher.GATE, OutcomeStatus.ALREADY_DONE, DuplicateCause.LOOP, START);

    assertThat(described).contains("run_id", "error_code", "settled_by");
    assertThat(failed.fieldNames()).toIterable().isSubsetOf(described);
    assertThat(blocked.fieldNames()).toIterable().isSubsetOf(described);
  }

  @Test
  void refusesAFormatThatItDoesNotKnow() {
    assertThat(WatchFormat.of(null, false)).isEqualTo(WatchFormat.TEXT);
    assertThat(WatchFormat.of(null, true)).isEqualTo(WatchFormat.JSON);
    assertThat(WatchFormat.of("json", true)).isEqualTo(WatchFormat.JSON);
    assertThat(WatchFormat.of("task-records", false)).isEqualTo(WatchFormat.TASK_RECORDS);
    assertThatThrownBy(() -> WatchFormat.of("task-record", false))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("did you mean 'task-records'?");
    assertThatThrownBy(() -> WatchFormat.of("text", true))
        .hasMessageContaining("contradict each other");
  }

  @Test
  void stopsTheCommandBeforeItConnects() {
    Cli.Ran ran = Cli.run("watch", "--format", "xml");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("unknown --format 'xml'").hasLineCount(1);
  }

  private static JsonNode record(
      Publisher publisher,
      OutcomeStatus status,
      @Nullable DuplicateCause cause,
      @Nullable Instant finishedAt)
      throws IOException {
    OutcomeEvent event =
        new OutcomeEvent(
            new IdempotencyKey(KEY),
            2,
            new About(
                "r-1",
                "r-0",
                "charge",
                new Scope("acme", "s-1", null, "a-1"),
                "inv-1",
                "call-1",
                ReplyHash.NONE),
            status,
            Answer.result("{\"secret\":1}", "ch_1", "advice"),
            History.of(3).withDuplicates(4, cause).withClaim("claim").withTimes(START, finishedAt),
            START,
            publisher);
    return new ObjectMapper().readTree(TaskRecord.json(event));
  }
}
