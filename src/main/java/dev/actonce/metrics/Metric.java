package dev.actonce.metrics;

import java.time.Duration;
import java.util.List;

/**
 * Every metric of the pipeline: name, type, labels, unit, meaning. Dashboards and alerts lean on
 * them, so a name is never reused for another meaning. {@code src/site/markdown/metrics.md} is held
 * to this list by a test.
 *
 * <p>Label values are lower case. {@code action} is a tool of the catalog, or empty; {@code tenant}
 * is one of the allowed ones, or empty. So the number of series does not depend on traffic.
 */
public enum Metric {
  INTENTS(
      "intents",
      MetricType.COUNTER,
      "intents",
      "Intents that the gate decided over.",
      "partition",
      "action",
      "tenant",
      "verdict",
      "cause",
      "code"),
  OUTCOMES(
      "outcomes",
      MetricType.COUNTER,
      "events",
      "Outcome events of the executors: unknown, and the final ones.",
      "partition",
      "action",
      "tenant",
      "status"),
  SETTLED(
      "settled",
      MetricType.COUNTER,
      "actions",
      "Actions whose unknown outcome got a final one, by what settled it.",
      "partition",
      "action",
      "source"),
  REROUTES(
      "reroutes",
      MetricType.COUNTER,
      "intents",
      "Intents that came with another key or on another partition than their own.",
      "partition",
      "action"),
  DEAD_LETTERS(
      "dead.letters",
      MetricType.COUNTER,
      "records",
      "Records that the gate put aside.",
      "partition",
      "reason"),
  SUSPECTS(
      "suspects",
      MetricType.COUNTER,
      "actions",
      "Admitted actions that look like one under another key, inside the window.",
      "partition",
      "action"),
  SUSPECTS_SKIPPED(
      "suspects.skipped",
      MetricType.COUNTER,
      "records",
      "Records that the watch over suspects passed over, because they cannot be read."),
  SUSPECTS_RESTARTS(
      "suspects.restarts",
      MetricType.COUNTER,
      "restarts",
      "Restarts of the watch over suspects after it failed."),

  GATE_DURATION(
      "gate.duration",
      MetricType.HISTOGRAM,
      "seconds",
      "From the arrival of an intent to the gate's decision, which is sent at once."),
  ACTION_DURATION(
      "action.duration",
      MetricType.LONG_HISTOGRAM,
      "seconds",
      "From the arrival of an intent to the arrival of its final outcome, in the brokers' time.",
      "action",
      "status"),
  RESTORING(
      "restoring",
      MetricType.GAUGE,
      "stores",
      "Stores of a partition that are being restored here."),
  RESTORE_REMAINING(
      "restore.remaining",
      MetricType.GAUGE,
      "records",
      "Records that the running restores have still to read.",
      "store"),

  CLAIMS(
      "claims",
      MetricType.GAUGE,
      "actions",
      "Claimed actions without a final outcome, by what is known of them.",
      "action",
      "state"),
  UNKNOWN_AGE(
      "unknown.oldest.age",
      MetricType.GAUGE,
      "seconds",
      "Age of the oldest unknown outcome that is still open; 0 when there is none.",
      "action"),
  UNKNOWN_LIMIT(
      "unknown.limit",
      MetricType.GAUGE,
      "actions",
      "Most actions in doubt, per tool; from there on nothing new of it is claimed.",
      "action"),
  IN_FLIGHT(
      "in.flight",
      MetricType.GAUGE,
      "calls",
      "Calls and look-ups that run now, per tool.",
      "action"),
  IN_FLIGHT_LIMIT(
      "in.flight.limit",
      MetricType.GAUGE,
      "calls",
      "Most that may run at once, per tool.",
      "action"),
  QUEUED(
      "queued",
      MetricType.GAUGE,
      "actions",
      "Claimed actions whose next step waits for its time or for capacity.",
      "action"),
  UNCLAIMED(
      "unclaimed",
      MetricType.GAUGE,
      "records",
      "Approved actions that were read and wait for capacity before they are claimed."),
  OWNED_PARTITIONS(
      "owned.partitions", MetricType.GAUGE, "partitions", "Partitions that this executor serves."),
  PAUSED_PARTITIONS(
      "paused.partitions",
      MetricType.GAUGE,
      "partitions",
      "Of these, the ones that are not read because of back-pressure."),
  HELD_PARTITIONS(
      "held.partitions",
      MetricType.GAUGE,
      "partitions",
      "Partitions that this executor owns and cannot serve, because of a claim in them."),
  CLAIM_DURATION(
      "claim.duration",
      MetricType.HISTOGRAM,
      "seconds",
      "From the append of an approved action to the commit of its claim."),
  EFFECT_DURATION(
      "effect.duration",
      MetricType.LONG_HISTOGRAM,
      "seconds",
      "Calls to the tool, each attempt by itself.",
      "action",
      "result"),
  LOOKUP_DURATION(
      "lookup.duration",
      MetricType.LONG_HISTOGRAM,
      "seconds",
      "Look-ups at the provider.",
      "action",
      "result"),
  OUTCOME_DURATION(
      "outcome.duration",
      MetricType.HISTOGRAM,
      "seconds",
      "From the return of a call to the commit of the outcome it led to."),
  COMMIT_DURATION(
      "commit.duration", MetricType.HISTOGRAM, "seconds", "Transactions of the executor."),
  RETRIES(
      "retries", MetricType.COUNTER, "calls", "Calls after the first one of an action.", "action"),
  EVIDENCE(
      "evidence",
      MetricType.COUNTER,
      "settlements",
      "Successes that were reported as evidence, because their partition was lost.",
      "action"),
  SETTLEMENTS_REFUSED(
      "settlements.refused",
      MetricType.COUNTER,
      "settlements",
      "Settlements that were read and change nothing, though they say something new.",
      "source",
      "reason"),
  MEMBERSHIPS_LOST(
      "memberships.lost",
      MetricType.COUNTER,
      "memberships",
      "Memberships in the executor group that ended by a fault, such as being fenced."),
  EXECUTOR_DEAD_LETTERS(
      "executor.dead.letters",
      MetricType.COUNTER,
      "records",
      "Records that this executor put aside."),

  STABLE_OFFSET_LAG(
      "stable.offset.lag",
      MetricType.GAUGE,
      "records",
      "End of a partition less its last stable offset: what open transactions hold back.",
      "topic",
      "partition"),
  BACKLOG(
      "backlog",
      MetricType.GAUGE,
      "records",
      "Last stable offset of a partition less what its reader has committed.",
      "topic",
      "partition"),

  UP(
      "up",
      MetricType.GAUGE,
      "boolean",
      "Whether the part is live: its thread runs and its loop turns.",
      "part"),
  READY("ready", MetricType.GAUGE, "boolean", "Whether the part does its work now.", "part"),
  REFRESH_FAILURES(
      "refresh.failures",
      MetricType.COUNTER,
      "refreshes",
      "Refreshes of these metrics that failed, so that the ones shown are older.",
      "source"),

  KAFKA_CONNECTIONS(
      "kafka.connections", MetricType.GAUGE, "connections", "Open connections.", "client"),
  KAFKA_REQUEST_LATENCY(
      "kafka.request.latency",
      MetricType.GAUGE,
      "milliseconds",
      "Mean latency of a producer's requests; the slowest producer.",
      "client"),
  KAFKA_RECORD_ERRORS(
      "kafka.record.errors",
      MetricType.COUNTER,
      "records",
      "Sends that failed for good.",
      "client"),
  KAFKA_RECORD_RETRIES(
      "kafka.record.retries",
      MetricType.COUNTER,
      "records",
      "Sends that were tried again.",
      "client"),
  KAFKA_RECORDS_LAG(
      "kafka.records.lag.max",
      MetricType.GAUGE,
      "records",
      "Lag of the consumer that is furthest behind, as it knows it.",
      "client"),
  KAFKA_REBALANCES(
      "kafka.rebalances", MetricType.COUNTER, "rebalances", "Group rebalances.", "client"),
  KAFKA_LAST_POLL(
      "kafka.last.poll.age",
      MetricType.GAUGE,
      "seconds",
      "Time since the last poll; the laziest consumer.",
      "client"),
  KAFKA_STREAM_THREADS(
      "kafka.stream.threads",
      MetricType.GAUGE,
      "threads",
      "Stream threads that are alive.",
      "client"),
  KAFKA_STREAM_THREADS_FAILED(
      "kafka.stream.threads.failed",
      MetricType.COUNTER,
      "threads",
      "Stream threads that died of an exception.",
      "client"),
  KAFKA_COMMIT_LATENCY(
      "kafka.commit.latency",
      MetricType.GAUGE,
      "milliseconds",
      "Mean duration of a commit of the gate; the slowest thread.",
      "client"),
  KAFKA_PROCESS_RATE(
      "kafka.process.rate",
      MetricType.GAUGE,
      "records per second",
      "Records that the gate works through.",
      "client");

  private static final String PREFIX = "actonce.";

  private final String id;
  private final MetricType type;
  private final String unit;
  private final String meaning;

  @SuppressWarnings("ImmutableEnumChecker") // Made by List.of.
  private final List<String> labels;

  Metric(String id, MetricType type, String unit, String meaning, String... labels) {
    this.id = PREFIX + id;
    this.type = type;
    this.unit = unit;
    this.meaning = meaning;
    this.labels = List.of(labels);
  }

  /** Name as Prometheus shows it, without the suffixes of a histogram's series. */
  public String exposedName() {
    String name = id.replace('.', '_');
    if (type == MetricType.COUNTER) {
      return name + "_total";
    }
    return type.isHistogram() || unit.equals("seconds") ? name + "_seconds" : name;
  }

  /** Name as Micrometer wants it. */
  String id() {
    return id;
  }

  public MetricType type() {
    return type;
  }

  /** Unit of the value. */
  public String unit() {
    return unit;
  }

  /** What it says, as a sentence. */
  public String meaning() {
    return meaning;
  }

  /** Names of its labels, in the order in which values are given. */
  public List<String> labels() {
    return labels;
  }

  /** Upper bounds of a histogram's buckets. */
  public List<Duration> buckets() {
    return type.buckets();
  }
}
