package dev.actonce.lab.chaos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a run did and found.
 *
 * @param settings what was run
 * @param audit effects and answers
 * @param faults what was done to the pipeline
 * @param counts the rest
 */
public record ChaosReport(ChaosSettings settings, Audit audit, Faults faults, Counts counts) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int MAX_SUSPECTS = 20;

  /**
   * What was done to the pipeline.
   *
   * @param planned faults that the plan holds
   * @param fired those that happened, by kind
   * @param misfires why the others did not
   * @param restore from the start of a gate without state until it served; empty without such fault
   */
  record Faults(
      int planned,
      Map<FaultKind, Integer> fired,
      List<String> misfires,
      Optional<Duration> restore) {
    int count() {
      return fired.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Whether every planned fault really happened. */
    boolean areAsPlanned() {
      return count() == planned && misfires.isEmpty();
    }
  }

  /**
   * Other figures.
   *
   * @param intents distinct actions
   * @param publishes publishes that the brokers confirmed
   * @param deadLetters records that were put aside; nobody published such
   * @param settled doubts that the run's operator settled
   * @param unplannedExits processes that ended although no fault had ended them
   * @param times how long things took
   */
  record Counts(
      int intents, int publishes, int deadLetters, int settled, int unplannedExits, Times times) {}

  /**
   * How long things took.
   *
   * @param longestStall longest time without an outcome while a publish waited
   * @param drain from the end of the faults until every publish had its final outcome
   * @param run all of it
   */
  record Times(Duration longestStall, Duration drain, Duration run) {}

  /** Whether every promise was kept, and every planned fault really happened. */
  public boolean isSuccess() {
    return audit.violations().isNone() && counts.deadLetters() == 0 && faults.areAsPlanned();
  }

  /** One JSON object, indented. */
  public String toJson() {
    Audit.Violations violations = audit.violations();
    ObjectNode json = JSON.createObjectNode();
    json.put("seed", settings.seed());
    json.put("minutes", settings.minutes());
    json.put("intents", counts.intents());
    json.put("publishes", counts.publishes());
    json.put("effects", audit.effects());
    json.put("escaped_duplicates", violations.escapedDuplicates());
    json.put("missing_effects", violations.missingEffects());
    json.put("unresolved", violations.unresolved());
    json.put("contradicted_outcomes", violations.contradicted());
    json.put("repeated_outcomes", violations.repeatedEnds());
    json.put("refused", violations.refused());
    json.put("dead_letters", counts.deadLetters());
    ObjectNode fired = json.putObject("faults");
    faults.fired().forEach((kind, count) -> fired.put(kind.label(), count));
    json.put("fault_count", faults.count());
    json.put("faults_planned", faults.planned());
    ArrayNode misfires = json.putArray("misfires");
    faults.misfires().forEach(misfires::add);
    json.put("restore_seconds", faults.restore().map(ChaosReport::seconds).orElse(null));
    json.put("admitted", audit.admitted());
    json.put("blocked", audit.blocked());
    json.put("dar", BigDecimal.valueOf(audit.dar()).setScale(4, RoundingMode.HALF_UP));
    json.put("settled_by_operator", counts.settled());
    json.put("unplanned_exits", counts.unplannedExits());
    json.put("longest_stall_seconds", seconds(counts.times().longestStall()));
    json.put("drain_seconds", seconds(counts.times().drain()));
    json.put("seconds", seconds(counts.times().run()));
    addClasses(json.putObject("classes"));
    ArrayNode suspects = json.putArray("suspects");
    audit.suspects().stream().limit(MAX_SUSPECTS).forEach(suspects::add);
    json.put("success", isSuccess());
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree can always be written", e);
    }
  }

  private void addClasses(ObjectNode json) {
    audit
        .classes()
        .forEach(
            (safety, counted) ->
                json.putObject(ChaosCatalog.action(safety))
                    .put("intents", counted.intents())
                    .put("effects", counted.effects())
                    .put("succeeded", counted.succeeded())
                    .put("failed", counted.failed())
                    .put("doubts", counted.doubts()));
  }

  /** A few lines for people. */
  public String toText() {
    Audit.Violations violations = audit.violations();
    StringBuilder text = new StringBuilder();
    line(text, "intents / publishes", counts.intents() + " / " + counts.publishes());
    line(text, "effects", audit.effects());
    line(text, "escaped duplicates", violations.escapedDuplicates());
    line(text, "missing effects", violations.missingEffects());
    line(text, "unresolved publishes", violations.unresolved());
    line(
        text,
        "contradicted / repeated outcomes",
        violations.contradicted() + " / " + violations.repeatedEnds());
    line(text, "refused / dead letters", violations.refused() + " / " + counts.deadLetters());
    line(
        text,
        "duplicates among publishes",
        String.format(Locale.ROOT, "%.1f %%", 100 * audit.dar()));
    line(text, "settled by the operator", counts.settled());
    line(text, "longest stall", counts.times().longestStall().toSeconds() + " s");
    line(
        text,
        "restore of a lost gate state",
        faults.restore().map(took -> seconds(took) + " s").orElse("not in this plan"));
    line(text, "faults", faults.count() + " of " + faults.planned());
    faults.fired().forEach((kind, count) -> line(text, "  " + kind.label(), count));
    faults
        .misfires()
        .forEach(misfire -> text.append("not carried out: ").append(misfire).append('\n'));
    audit.suspects().stream().limit(MAX_SUSPECTS).forEach(s -> text.append(s).append('\n'));
    text.append(isSuccess() ? "Every promise was kept." : "FAILED");
    return text.toString();
  }

  private static void line(StringBuilder text, String name, Object value) {
    text.append(String.format(Locale.ROOT, "%-34s %s%n", name, value));
  }

  private static BigDecimal seconds(Duration duration) {
    return BigDecimal.valueOf(duration.toMillis(), 3);
  }
}
