package dev.actonce.kafka.doctor;

import dev.actonce.kafka.doctor.Finding.Severity;
import java.util.Locale;

/**
 * Everything that {@code ops/actonce doctor} looks at: what, how bad a difference is, why it
 * matters for acting exactly once, and what to do. The page {@code doctor.md} is checked against
 * this list. A remedy may hold <code>{subject}</code>, which the finding fills in.
 */
public enum Rule {
  TOPIC_MISSING(
      Area.TOPICS,
      Severity.ERROR,
      "the topic",
      "a part of the pipeline would write to nowhere, or wait for ever",
      "let ActOnce create the topics: ops/actonce topics create"),
  PARTITIONS_NOT_RECORDED(
      Area.TOPICS,
      Severity.ERROR,
      "the partition count at creation",
      "a later change of the count could not be noticed",
      "let ActOnce create the topics; it leaves existing ones alone and records the count"),
  PARTITIONS_CHANGED(
      Area.TOPICS,
      Severity.ERROR,
      "the number of partitions",
      "keys have moved away from the state that knows what was done for them",
      "move to a new topic prefix with the new count"),
  PARTITIONS_UNEQUAL(
      Area.TOPICS,
      Severity.ERROR,
      "the number of partitions",
      "a key has its intents, its claim and its outcome in the same partition of each topic",
      "all topics need the same count; delete this one and let ActOnce create it"),
  PRODUCER_TIME(
      Area.TOPICS,
      Severity.ERROR,
      "message.timestamp.type",
      "a producer's clock would decide what is a duplicate",
      "alter the topic"),
  CLEANUP(
      Area.TOPICS,
      Severity.ERROR,
      "cleanup.policy",
      "records that are still needed would be removed, and what was done would be forgotten",
      "alter the topic"),
  RETENTION(
      Area.TOPICS,
      Severity.WARNING,
      "retention.ms",
      "records that are not read in this time are lost, and with them intents or results",
      "alter the topic"),
  COPIES(
      Area.TOPICS,
      Severity.WARNING,
      "the replication factor",
      "with one broker's disk goes the memory of what was done",
      "fine for development only; create the topics on several brokers"),
  IN_SYNC_UNREACHABLE(
      Area.TOPICS,
      Severity.ERROR,
      "min.insync.replicas",
      "no write would be accepted",
      "alter the topic"),
  IN_SYNC_LOW(
      Area.TOPICS,
      Severity.WARNING,
      "min.insync.replicas",
      "an acknowledged claim may be on one broker only, and its effect repeated after a loss",
      "alter the topic"),
  MESSAGE_BYTES(
      Area.TOPICS,
      Severity.WARNING,
      "max.message.bytes",
      "a large action could be admitted and then not be passed on",
      "alter the topic"),
  UNCLEAN_ELECTION(
      Area.TOPICS,
      Severity.ERROR,
      "unclean.leader.election.enable",
      "a stale copy may become the leader and drop committed claims: their effects are repeated",
      "alter the topic"),
  REPLICAS_BEHIND(
      Area.TOPICS,
      Severity.WARNING,
      "the number of in-sync copies",
      "writes wait until enough brokers follow",
      "bring the missing brokers back"),

  TRANSACTION_LOG_COPIES(
      Area.BROKERS,
      Severity.WARNING,
      "transaction.state.log.replication.factor",
      "the loss of one broker forgets who is fenced and which transactions are open",
      "fine for development only; set it before the brokers create __transaction_state"),
  TRANSACTION_LOG_IN_SYNC(
      Area.BROKERS,
      Severity.WARNING,
      "transaction.state.log.min.isr",
      "the decision of a commit may be on one broker only",
      "set it on the brokers, and min.insync.replicas on __transaction_state"),
  OFFSETS_COPIES(
      Area.BROKERS,
      Severity.WARNING,
      "offsets.topic.replication.factor",
      "the loss of one broker sends every group back to the start of its topics",
      "fine for development only; set it before the brokers create __consumer_offsets"),
  CHANGELOG_COPIES(
      Area.BROKERS,
      Severity.WARNING,
      "default.replication.factor",
      "the gate's changelogs are created with it: one broker's disk would hold its memory",
      "set it on the brokers before the first gate starts"),
  UNCLEAN_DEFAULT(
      Area.BROKERS,
      Severity.WARNING,
      "unclean.leader.election.enable",
      "topics without a value of their own, such as the gate's changelogs, may lose what was"
          + " committed",
      "set it to false on the brokers"),
  TRANSACTION_TIMEOUT_REFUSED(
      Area.BROKERS,
      Severity.ERROR,
      "transaction.max.timeout.ms",
      "the brokers refuse the transactions of gate and executor",
      "raise it on the brokers"),
  SESSION_REFUSED(
      Area.BROKERS,
      Severity.ERROR,
      "the range of group.min.session.timeout.ms and group.max.session.timeout.ms",
      "the brokers refuse the executor as a member of its group",
      "change the executor-session-timeout, or the range on the brokers"),
  TRANSACTIONAL_ID_EXPIRY(
      Area.BROKERS,
      Severity.WARNING,
      "transactional.id.expiration.ms",
      "after a quiet time of this length gate and executor lose a transaction and start it anew:"
          + " nothing is repeated or lost, but the next action waits for a rebalance",
      "raise it on the brokers above the longest quiet time; Kafka's default is 7 days"),
  PRODUCER_EXPIRY(
      Area.BROKERS,
      Severity.WARNING,
      "producer.id.expiration.ms",
      "a send that is retried for longer is not recognised and written twice",
      "raise it on the brokers above delivery.timeout.ms; Kafka's default is one day"),
  OFFSETS_EXPIRY(
      Area.BROKERS,
      Severity.WARNING,
      "offsets.retention.minutes",
      "a pipeline that is stopped for longer reads its topics again from the start: gate and"
          + " executors know their positions without it and repeat nothing, but it takes time",
      "raise it on the brokers above the longest stop; Kafka's default is 7 days"),
  TRANSACTION_VERSION(
      Area.BROKERS,
      Severity.WARNING,
      "the feature transaction.version",
      "a late write of a producer that was fenced can leave a transaction hanging (KIP-890)",
      "upgrade the feature: kafka-features.sh upgrade --feature transaction.version=2"),
  METADATA_VERSION(
      Area.BROKERS,
      Severity.WARNING,
      "the feature metadata.version",
      "ActOnce is tested on Kafka 4.0 (level 25) and newer",
      "upgrade the brokers, then the feature"),
  CLUSTER_VERSIONS(Area.BROKERS, Severity.INFO, "the cluster", "", ""),

  CLIENT_VERSION(
      Area.CLIENTS,
      Severity.ERROR,
      "the version of kafka-clients",
      "older ones lack transactional state stores: writes of an aborted transaction would survive"
          + " a crash of the gate (KIP-892)",
      "keep the version that ActOnce depends on"),
  ISOLATION(
      Area.CLIENTS,
      Severity.ERROR,
      "isolation.level",
      "approvals of aborted transactions would be executed",
      "this is a defect; please report it"),
  POLL_INTERVAL(
      Area.CLIENTS,
      Severity.WARNING,
      "max.poll.interval.ms",
      "a takeover may wait for a predecessor's transaction; a member that waits for longer than"
          + " this is thrown out and starts again",
      "leave it out of the client properties; Kafka's default is 5 minutes"),
  SLOW_TAKEOVER(
      Area.CLIENTS,
      Severity.WARNING,
      "the transaction timeout",
      "the partitions of a worker that froze stand still until its transaction is aborted. A tool's"
          + " call is never inside a transaction, so a short one harms no call",
      "shorten the transaction timeout"),
  CLIENT_SETTINGS(Area.CLIENTS, Severity.INFO, "the client", "", ""),

  PROVIDER_KEY_SHORT(
      Area.CATALOG,
      Severity.WARNING,
      "provider_key_ttl",
      "by the time all calls and one takeover are over the provider has forgotten the key: an"
          + " unknown outcome ends in a look-up or with a person instead of a safe retry",
      "make fewer or faster attempts, or check the provider's documentation"),
  MEMORY_BEYOND_RESULTS(
      Area.CATALOG,
      Severity.WARNING,
      "the retention of outcomes",
      "the gate still blocks repeats of a key whose outcomes can no longer be read",
      "shorten the tool's memory, or raise retention.ms of the topic"),
  SETTLE_DELAY(Area.CATALOG, Severity.INFO, "the wait before a look-up", "", ""),

  HANGING_TRANSACTION(
      Area.TRANSACTIONS,
      Severity.ERROR,
      "an open transaction",
      "its coordinator will not end it, and until then nobody reads the partition beyond it: no"
          + " action is repeated, but none goes on",
      "abort it: ops/actonce doctor --abort-transaction {subject}"),
  SILENT_TRANSACTION(
      Area.TRANSACTIONS,
      Severity.WARNING,
      "an open transaction",
      "nobody reads the partition beyond it; its producer is frozen, slow or gone, and the"
          + " coordinator aborts it after its time-out",
      "wait for the time-out, or end it now: ops/actonce doctor --abort-transaction {subject}"),
  STABLE_OFFSET_LAG(
      Area.TRANSACTIONS,
      Severity.WARNING,
      "the distance to the last stable offset",
      "readers of committed records wait behind an open transaction",
      "end the transaction named below, or wait for its time-out"),

  GROUP(Area.GROUPS, Severity.INFO, "the group", "", ""),
  GROUP_LAG(Area.GROUPS, Severity.INFO, "the lag by partition", "", ""),

  NOT_CHECKED(
      Area.CLUSTER,
      Severity.WARNING,
      "the check",
      "a fault there would stay unseen",
      "allow this client to read it (Describe and DescribeConfigs), or look there yourself");

  /** What a rule is about; findings are shown in this order. */
  public enum Area {
    TOPICS,
    BROKERS,
    CLIENTS,
    CATALOG,
    TRANSACTIONS,
    GROUPS,
    CLUSTER
  }

  private final Area area;
  private final Severity severity;
  private final String what;
  private final String why;
  private final String remedy;

  Rule(Area area, Severity severity, String what, String why, String remedy) {
    this.area = area;
    this.severity = severity;
    this.what = what;
    this.why = why;
    this.remedy = remedy;
  }

  /** Stable id, such as {@code partitions-changed}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public Area area() {
    return area;
  }

  public Severity severity() {
    return severity;
  }

  /** The property that is looked at. */
  public String what() {
    return what;
  }

  /** Why a difference matters for acting exactly once; blank for mere information. */
  public String why() {
    return why;
  }

  /** What to do; blank for mere information. */
  public String remedy() {
    return remedy;
  }
}
