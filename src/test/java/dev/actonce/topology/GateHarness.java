package dev.actonce.topology;

import dev.actonce.catalog.ArgumentSchema;
import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.config.OutcomeForms;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.key.Derivation.Derived;
import dev.actonce.core.key.KeyDeriver;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.DeadLetterLog;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.kafka.TopicNames;
import dev.actonce.wire.Codecs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The gate without a broker: one partition, and a clock that follows the records. */
final class GateHarness implements AutoCloseable {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  static final TopicNames NAMES = new TopicNames("actonce.");
  static final Codecs CODECS = new Codecs();
  static final Catalog CATALOG =
      Catalog.of(
          Tool.of(ToolPolicy.of("pay", SafetyClass.KEYED)),
          Tool.of(ToolPolicy.of("mail", SafetyClass.UNSAFE)),
          new Tool(
              ToolPolicy.of("checked", SafetyClass.KEYED),
              "",
              Optional.of(
                  ArgumentSchema.parse(
                      "{\"type\":\"object\",\"required\":[\"amount\"],\"properties\":"
                          + "{\"amount\":{\"type\":\"number\"}}}")),
              Optional.empty()));

  final TopologyTestDriver driver;
  // As little as RocksDB takes, so that much of the state goes to disk.
  private final StoreMemory storeMemory = new StoreMemory(1);
  private Instant now = START;

  GateHarness(Path stateDirectory) {
    this(stateDirectory, 1);
  }

  GateHarness(Path stateDirectory, int partitions) {
    this(stateDirectory, partitions, OutcomeForms.AVRO, GateReporting.NONE);
  }

  GateHarness(Path stateDirectory, int partitions, OutcomeForms forms) {
    this(stateDirectory, partitions, forms, GateReporting.NONE);
  }

  GateHarness(Path stateDirectory, int partitions, GateReporting reporting) {
    this(stateDirectory, partitions, OutcomeForms.AVRO, reporting);
  }

  GateHarness(Path stateDirectory, int partitions, OutcomeForms forms, GateReporting reporting) {
    this(stateDirectory, partitions, forms, reporting, CODECS);
  }

  GateHarness(
      Path stateDirectory,
      int partitions,
      OutcomeForms forms,
      GateReporting reporting,
      Codecs codecs) {
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "gate");
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
    settings.put(StreamsConfig.STATE_DIR_CONFIG, stateDirectory.toString());
    settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    settings.put("ensure.explicit.internal.resource.naming", true);
    storeMemory.shareIn(settings);
    driver =
        new TopologyTestDriver(
            topology(codecs, partitions, () -> now, forms, reporting), settings, START);
  }

  static Topology topology(
      Codecs codecs,
      int partitions,
      InstantSource clock,
      OutcomeForms forms,
      GateReporting reporting) {
    GateParts parts =
        new GateParts(
            NAMES,
            new CatalogRules(CATALOG, reporting.tenants()),
            codecs,
            new KeyPartitions(partitions),
            clock,
            CommitPacer.perThread(),
            new FailedRecords(),
            new DeadLetterLog(LoggerFactory.getLogger(GateSinks.class), clock));
    return GateTopology.build(parts, CATALOG.longestMemory(), forms, reporting.listener());
  }

  /** This host's clock from now on. */
  void clock(Duration sinceStart) {
    now = START.plus(sinceStart);
  }

  static IntentMaker pay(String order) {
    return new IntentMaker("pay", "{\"order\":\"" + order + "\"}");
  }

  static IdempotencyKey key(ActionIntent intent) {
    return ((Derived) KeyDeriver.derive(intent, KeyPolicy.AUTO)).key();
  }

  /** Publishes under the right key; the host's clock shows the same time. */
  void publish(Duration at, ActionIntent intent) {
    clock(at);
    send(NAMES.intents(), key(intent).value(), CODECS.intents().encode(intent), at);
  }

  void send(String topic, @Nullable String key, byte @Nullable [] value, Duration at) {
    send(topic, key, value, at, new RecordHeaders());
  }

  void send(
      String topic, @Nullable String key, byte @Nullable [] value, Duration at, Headers headers) {
    byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
    driver
        .createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(new TestRecord<>(keyBytes, value, headers, START.plus(at)));
  }

  /** Plays the executor. */
  void finish(Duration at, ApprovedAction action, OutcomeStatus status) {
    clock(at);
    OutcomeEvent event = executed(action, status, START.plus(at));
    send(NAMES.outcomes(), action.key().value(), CODECS.outcomes().encode(event), at);
  }

  static OutcomeEvent executed(ApprovedAction action, OutcomeStatus status, Instant at) {
    ActionIntent intent = action.intent();
    boolean succeeded = status == OutcomeStatus.SUCCEEDED;
    return new OutcomeEvent(
        action.key(),
        action.generation(),
        OutcomeEvent.About.of(intent, ReplyHash.NONE).withOriginal(intent.requestId()),
        status,
        new OutcomeEvent.Answer(
            succeeded ? "{\"id\":7}" : null,
            succeeded ? "ref-7" : null,
            succeeded ? null : "TIMEOUT",
            null,
            "advice"),
        OutcomeEvent.History.of(1).withClaim("claim-1").withTimes(action.admittedAt(), at),
        at,
        OutcomeEvent.Publisher.EXECUTOR);
  }

  List<ApprovedAction> dispatched() {
    return read(NAMES.dispatch()).stream()
        .map(record -> CODECS.actions().decode(record.value()))
        .toList();
  }

  List<OutcomeEvent> outcomes() {
    return read(NAMES.outcomes()).stream()
        .map(record -> CODECS.outcomes().decode(record.value()))
        .toList();
  }

  List<OutcomeStatus> statuses() {
    return outcomes().stream().map(OutcomeEvent::status).toList();
  }

  List<TestRecord<byte[], byte[]>> deadLetters() {
    return read(NAMES.deadLetters());
  }

  List<TestRecord<byte[], byte[]>> read(String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  static String header(TestRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  Map<TallyLine, Long> tally() {
    Map<TallyLine, Long> lines = new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
    try (KeyValueIterator<String, Long> all =
        driver.<String, Long>getKeyValueStore(GateStores.TALLY).all()) {
      while (all.hasNext()) {
        KeyValue<String, Long> line = all.next();
        lines.put(TallyLine.ofStoreKey(line.key), line.value);
      }
    }
    return lines;
  }

  WindowStore<String, byte[]> memory() {
    return driver.getWindowStore(GateStores.MEMORY);
  }

  int memoryEntries() {
    return memoryTimes().size();
  }

  /** Where the memory entries lie, as times since the start. */
  List<Duration> memoryTimes() {
    List<Duration> times = new ArrayList<>();
    try (var all = memory().all()) {
      while (all.hasNext()) {
        times.add(Duration.between(START, all.next().key.window().startTime()));
      }
    }
    return times;
  }

  byte @Nullable [] open(IdempotencyKey key) {
    return driver.<String, byte[]>getKeyValueStore(GateStores.OPEN).get(key.value());
  }

  @Override
  public void close() {
    driver.close();
    storeMemory.close();
  }
}
