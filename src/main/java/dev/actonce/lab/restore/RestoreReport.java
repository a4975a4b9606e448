package dev.actonce.lab.restore;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;

/**
 * What a restore run found.
 *
 * @param keys live keys when the state was lost
 * @param open those of them without a final outcome
 * @param times how long it took
 * @param changelogBytes what there was to read, all changelogs together
 * @param check whether the restored gate knew the keys
 */
public record RestoreReport(int keys, int open, Times times, long changelogBytes, Check check) {

  /**
   * Times; both count from the start of the gate's process.
   *
   * @param fill until all keys were live
   * @param restored until all stores were restored
   * @param serving until a duplicate of the first key was answered and a new intent admitted
   */
  record Times(Duration fill, Duration restored, Duration serving) {}

  /**
   * Answers to the duplicates that were sent around the kill.
   *
   * @param sample keys that were asked for again, each before and after the kill
   * @param alreadyDone answers ALREADY_DONE
   * @param inProgress answers IN_PROGRESS
   * @param other any other answer
   * @param escaped keys that were admitted again
   */
  record Check(int sample, int alreadyDone, int inProgress, int other, int escaped) {
    boolean isPassed() {
      return escaped == 0 && other == 0 && alreadyDone + inProgress == 2 * sample;
    }
  }

  /** Whether every sampled key was still blocked and every duplicate answered. */
  public boolean isSuccess() {
    return check.isPassed();
  }

  /** Exactly one JSON object, indented, without a newline at its end. */
  public String toJson() {
    JsonMapper mapper = new JsonMapper();
    ObjectNode json = mapper.createObjectNode();
    json.put("keys", keys);
    json.put("open", open);
    json.put("fill_seconds", seconds(times.fill()));
    json.put("restore_seconds", seconds(times.restored()));
    json.put("serving_seconds", seconds(times.serving()));
    json.put("changelog_bytes", changelogBytes);
    json.put("keys_per_second", keysPerSecond());
    json.put("sample", check.sample());
    json.put("already_done", check.alreadyDone());
    json.put("in_progress", check.inProgress());
    json.put("other_answers", check.other());
    json.put("escaped_duplicates", check.escaped());
    json.put("success", isSuccess());
    try {
      return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree can always be written", e);
    }
  }

  /** Lines for people. */
  public String toText() {
    return String.format(
        Locale.ROOT,
        "%,d live keys (%,d open) in %,d bytes of changelogs%n"
            + "state directory deleted: restored in %s s, serving in %s s (%,d keys/s)%n"
            + "%,d keys asked for again, before and after: %,d ALREADY_DONE, %,d IN_PROGRESS,"
            + " %,d other, %,d admitted again%n"
            + "%s",
        keys,
        open,
        changelogBytes,
        seconds(times.restored()),
        seconds(times.serving()),
        keysPerSecond(),
        check.sample(),
        check.alreadyDone(),
        check.inProgress(),
        check.other(),
        check.escaped(),
        isSuccess() ? "every key is still blocked" : "FAILED: the gate forgot keys or answers");
  }

  private long keysPerSecond() {
    return Math.round(keys * 1e9 / Math.max(1, times.restored().toNanos()));
  }

  private static BigDecimal seconds(Duration time) {
    return BigDecimal.valueOf(time.toMillis(), 3).setScale(3, RoundingMode.UNNECESSARY);
  }
}
