package dev.actonce.kafka;

import dev.actonce.config.KafkaConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The properties of each Kafka client. Three layers, the later one wins: our defaults, the user's
 * properties, and what the guarantee rests on. A user's property that contradicts the last layer is
 * refused, not ignored. Keys and values are byte arrays everywhere. Immutable.
 *
 * <p>Sizes rise along the way, so that what an agent may publish always fits when it is wrapped: an
 * agent's record up to 1 MiB, a record of the gate or an executor up to 3 MiB, a batch in a topic
 * up to {@link TopicSettings#MAX_MESSAGE_BYTES}.
 */
public final class ClientSettings {
  /**
   * Most records that one poll of an executor returns. Its transactions are as large as its polls,
   * and only gates and operators write what it reads.
   */
  public static final int MAX_POLL_RECORDS = 1000;

  /**
   * Most records that one poll of a reader returns; times the longest record it is the memory that
   * one poll may need.
   */
  static final int READER_POLL_RECORDS = 100;

  /** Most records that one poll of a gate's stream thread returns. */
  public static final int GATE_POLL_RECORDS = 50;

  static final int AGENT_RECORD_BYTES = 1024 * 1024;
  static final int PIPELINE_RECORD_BYTES = 3 * 1024 * 1024;

  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration API_TIMEOUT = Duration.ofSeconds(15);
  private static final String BYTE_SERIALIZER =
      "org.apache.kafka.common.serialization.ByteArraySerializer";
  private static final String BYTE_DESERIALIZER =
      OversizedRecord.BoundedDeserializer.class.getName();

  /** What one answer of a broker holds at most, if no single batch is larger. */
  private static final int FETCH_BYTES = 16 * 1024 * 1024;

  private static final String BYTE_SERDE =
      "org.apache.kafka.common.serialization.Serdes$ByteArraySerde";

  /**
   * First pause of a transactional producer before it tries again; it doubles each time, up to 1 s.
   * A transaction that follows close behind another is turned away until the broker has ended that
   * one, which takes a millisecond or two.
   */
  private static final int TRANSACTION_RETRY_MS = 1;

  /**
   * Of the gate, whose records come one by one. Each transaction is flushed by its commit, so that
   * nothing waits for this time to pass: it only keeps the first records of a transaction from
   * leaving before the others are written. An executor has all of them at once, and its first ones
   * are on their way while the offsets are sent.
   */
  private static final int GATE_LINGER_MS = 5;

  /** Brokers work per batch; Kafka's own 16 KiB hold some twenty of our records. */
  private static final int TRANSACTION_BATCH_BYTES = 128 * 1024;

  /** Room for the lines of counts and positions that a gate changes between two commits. */
  private static final int COUNTS_CACHE_BYTES = 4 * 1024 * 1024;

  private final KafkaConfig config;

  /**
   * Checks the user's properties for all clients at once.
   *
   * @throws dev.actonce.core.ActOnceException INVALID_SETTING naming the property, its value and
   *     why it is refused
   */
  public ClientSettings(KafkaConfig config) {
    SafetySettings.check(config);
    this.config = config;
  }

  public KafkaConfig config() {
    return config;
  }

  /** For an executor's outcomes, claims and offsets. A new producer with the id fences the old. */
  public Map<String, Object> transactionalProducer(String transactionalId, String instanceId) {
    Map<String, Object> defaults = producerDefaults(PIPELINE_RECORD_BYTES);
    // A send that outlives its transaction could only fail.
    defaults.put("delivery.timeout.ms", millis(config.transactionTimeout()));
    defaults.put("retry.backoff.ms", TRANSACTION_RETRY_MS);
    defaults.put("batch.size", TRANSACTION_BATCH_BYTES);
    Map<String, Object> settings = layered(defaults);
    fixProducer(settings, "actonce-executor-" + instanceId);
    settings.put("transactional.id", transactionalId);
    settings.put("transaction.timeout.ms", millis(config.transactionTimeout()));
    return settings;
  }

  /** For an agent's intents: idempotent, not transactional, so a send is one round trip. */
  public Map<String, Object> agentProducer(String instanceId) {
    return plainProducer(AGENT_RECORD_BYTES, "actonce-agent-" + instanceId);
  }

  /** For settlements: evidence of a fenced executor, verdicts of operators. Not transactional. */
  public Map<String, Object> settlementProducer(String instanceId) {
    return plainProducer(PIPELINE_RECORD_BYTES, "actonce-settlement-" + instanceId);
  }

  /**
   * For an executor's group over {@code dispatch} and {@code settlements}. There is no automatic
   * offset reset: a lost or missing offset is an exception that the executor has to answer.
   */
  public Map<String, Object> executorConsumer(String groupId, String instanceId) {
    Map<String, Object> defaults = consumerDefaults();
    defaults.put("max.poll.records", MAX_POLL_RECORDS);
    defaults.put("heartbeat.interval.ms", millis(config.sessionTimeout().dividedBy(4)));
    Map<String, Object> settings = layered(defaults);
    fixConsumer(settings, "actonce-executor-" + instanceId, "none");
    settings.put("group.id", groupId);
    settings.put("group.protocol", "classic");
    settings.put(
        "partition.assignment.strategy", "org.apache.kafka.clients.consumer.RangeAssignor");
    settings.put("session.timeout.ms", millis(config.sessionTimeout()));
    return settings;
  }

  /**
   * For a reader that assigns its partitions itself and has no group: outcomes, claims. Starts at
   * the earliest record when its position is gone, so that it re-reads rather than misses.
   */
  public Map<String, Object> assignedReader(String instanceId) {
    Map<String, Object> settings = layered(consumerDefaults());
    fixConsumer(settings, "actonce-reader-" + instanceId, "earliest");
    return settings;
  }

  /**
   * For asking where partitions end, open transactions included. Nothing may be read with it: it
   * would see what was aborted.
   */
  public Map<String, Object> endReader(String instanceId) {
    Map<String, Object> settings = assignedReader(instanceId);
    settings.put("isolation.level", "read_uncommitted");
    return settings;
  }

  /** For an admin client; each call ends within 15 s. */
  public Map<String, Object> admin(String instanceId) {
    Map<String, Object> settings = layered(commonDefaults());
    fixCommon(settings, "actonce-admin-" + instanceId);
    return settings;
  }

  /**
   * For the gate. Commits are due every 100 ms under load; the gate itself asks for one when it is
   * idle, which {@code poll.ms} must not delay.
   */
  public Map<String, Object> streams(String applicationId, String instanceId, Path stateDirectory) {
    Map<String, Object> defaults = commonDefaults();
    defaults.put("poll.ms", 2);
    defaults.put("commit.interval.ms", 100);
    // No decision rests on the order of different topics. To wait for it costs a tenth of the gate.
    defaults.put("max.task.idle.ms", -1);
    defaults.put("statestore.cache.max.bytes", COUNTS_CACHE_BYTES);
    // There is no global thread; unset, Streams warns of it at each start.
    defaults.put("processing.exception.handler.global.enabled", true);
    defaults.put("consumer.fetch.max.wait.ms", 100);
    defaults.put("consumer.fetch.max.bytes", FETCH_BYTES);
    defaults.put("main.consumer.max.poll.records", GATE_POLL_RECORDS);
    defaults.put("buffered.records.per.partition", 2 * GATE_POLL_RECORDS);
    defaults.put("producer.linger.ms", GATE_LINGER_MS);
    defaults.put("producer.batch.size", TRANSACTION_BATCH_BYTES);
    defaults.put("producer.retry.backoff.ms", TRANSACTION_RETRY_MS);
    defaults.put("producer.max.request.size", PIPELINE_RECORD_BYTES);
    defaults.put("producer.delivery.timeout.ms", millis(config.transactionTimeout()));
    Map<String, Object> settings = layered(defaults);
    fixCommon(settings, "actonce-gate-" + instanceId);
    settings.put("application.id", applicationId);
    settings.put("state.dir", stateDirectory.toString());
    settings.put("processing.guarantee", "exactly_once_v2");
    // KIP-892; without it a crash could leave writes of an aborted transaction in the store.
    settings.put("enable.transactional.statestores", true);
    settings.put("ensure.explicit.internal.resource.naming", true);
    settings.put("group.protocol", "classic");
    settings.put("default.key.serde", BYTE_SERDE);
    settings.put("default.value.serde", BYTE_SERDE);
    settings.put("main.consumer.auto.offset.reset", "earliest");
    settings.put("main.consumer.session.timeout.ms", millis(config.sessionTimeout()));
    settings.put("producer.transaction.timeout.ms", millis(config.transactionTimeout()));
    settings.put("topic.max.message.bytes", TopicSettings.MAX_MESSAGE_BYTES);
    return settings;
  }

  private Map<String, Object> plainProducer(int recordBytes, String clientId) {
    Map<String, Object> defaults = producerDefaults(recordBytes);
    defaults.put("delivery.timeout.ms", millis(Duration.ofSeconds(30)));
    Map<String, Object> settings = layered(defaults);
    fixProducer(settings, clientId);
    return settings;
  }

  private Map<String, Object> layered(Map<String, Object> defaults) {
    Map<String, Object> settings = new HashMap<>(defaults);
    settings.putAll(config.clientProperties());
    return settings;
  }

  private Map<String, Object> commonDefaults() {
    Map<String, Object> defaults = new HashMap<>();
    defaults.put("request.timeout.ms", millis(requestTimeout()));
    defaults.put("default.api.timeout.ms", millis(API_TIMEOUT));
    defaults.put("reconnect.backoff.max.ms", 1_000);
    return defaults;
  }

  private Map<String, Object> producerDefaults(int recordBytes) {
    Map<String, Object> defaults = commonDefaults();
    defaults.remove("default.api.timeout.ms");
    defaults.put("linger.ms", 0);
    defaults.put("max.block.ms", millis(API_TIMEOUT));
    defaults.put("max.request.size", recordBytes);
    return defaults;
  }

  private Map<String, Object> consumerDefaults() {
    Map<String, Object> defaults = commonDefaults();
    defaults.put("fetch.min.bytes", 1);
    defaults.put("fetch.max.wait.ms", 100);
    defaults.put("fetch.max.bytes", FETCH_BYTES);
    defaults.put("max.poll.records", READER_POLL_RECORDS);
    return defaults;
  }

  private void fixCommon(Map<String, Object> settings, String clientId) {
    settings.put("bootstrap.servers", config.bootstrapServers());
    settings.put("client.id", clientId);
  }

  private void fixProducer(Map<String, Object> settings, String clientId) {
    fixCommon(settings, clientId);
    settings.put("enable.idempotence", true);
    settings.put("acks", "all");
    settings.put("key.serializer", BYTE_SERIALIZER);
    settings.put("value.serializer", BYTE_SERIALIZER);
  }

  private void fixConsumer(Map<String, Object> settings, String clientId, String offsetReset) {
    fixCommon(settings, clientId);
    settings.put("isolation.level", "read_committed");
    settings.put("enable.auto.commit", false);
    settings.put("allow.auto.create.topics", false);
    settings.put("auto.offset.reset", offsetReset);
    settings.put("key.deserializer", BYTE_DESERIALIZER);
    settings.put("value.deserializer", BYTE_DESERIALIZER);
  }

  /** Kafka wants delivery timeout ≥ linger + request timeout. */
  private Duration requestTimeout() {
    Duration half = config.transactionTimeout().dividedBy(2);
    return half.compareTo(REQUEST_TIMEOUT) < 0 ? half : REQUEST_TIMEOUT;
  }

  private static int millis(Duration duration) {
    return Math.toIntExact(duration.toMillis());
  }
}
