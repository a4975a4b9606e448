package dev.actonce.topology;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.suspect.Suspicion;
import dev.actonce.kafka.TopicNames;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;

/**
 * Brings admitted actions together by fingerprint, and reports those with equal ones under
 * different keys. It reads what the gate has committed, so it is no part of the way of an action.
 */
final class SuspectTopology {
  /** Fingerprint to what was seen of it. */
  static final String SIGHTINGS = "actonce-sightings";

  /** Tally line to count. */
  static final String TALLY = "actonce-suspect-tally";

  private static final String BY_FINGERPRINT = "by-fingerprint";

  private static final Map<String, String> COMPACTED = Map.of("cleanup.policy", "compact");
  private static final Map<String, String> COMPACTED_AND_EXPIRING =
      Map.of("cleanup.policy", "compact,delete");

  private SuspectTopology() {}

  /**
   * Builds the topology.
   *
   * @param skips counts what is passed over
   * @param partitions partitions of every topic of the pipeline
   */
  static Topology build(
      TopicNames names, Catalog catalog, Codecs codecs, SuspectSkips skips, int partitions) {
    Serde<byte[]> bytes = Serdes.ByteArray();
    Duration longest = longestWindow(catalog);
    ProcessorSupplier<byte[], byte[], byte[], byte[]> select =
        () -> new SuspectSelector(catalog, codecs, skips);
    ProcessorSupplier<byte[], byte[], byte[], byte[]> detect =
        () -> new SuspectDetector(catalog, codecs, skips, kept(longest));
    StreamsBuilder builder = new StreamsBuilder();
    builder.addStateStore(sightings(longest));
    builder.addStateStore(tally());
    builder.stream(
            names.dispatch(),
            Consumed.with(bytes, bytes)
                .withName("suspects-dispatch-in")
                // What is older than the window can make nothing suspicious.
                .withOffsetResetPolicy(AutoOffsetReset.byDuration(longest)))
        .process(select, Named.as("suspects-select"))
        .repartition(
            Repartitioned.<byte[], byte[]>as(BY_FINGERPRINT)
                .withKeySerde(bytes)
                .withValueSerde(bytes)
                .withNumberOfPartitions(partitions))
        .process(detect, Named.as("suspects-detect"), SIGHTINGS, TALLY)
        .to(names.suspects(), Produced.with(bytes, bytes).withName("suspects-out"));
    return builder.build();
  }

  /** The topic in which the tasks that count find their input. */
  static String input(KafkaConfig kafka) {
    return GateConfig.suspectsApplicationId(kafka) + "-" + BY_FINGERPRINT + "-repartition";
  }

  /** The longest window of the tools that are watched; the default one if none is. */
  static Duration longestWindow(Catalog catalog) {
    return catalog.tools().stream()
        .map(Tool::policy)
        .filter(Suspicion::watches)
        .map(policy -> policy.memory().window())
        .max(Duration::compareTo)
        .orElse(ToolPolicy.Memory.DEFAULT.window());
  }

  private static Duration kept(Duration longest) {
    return longest.plus(GateStores.SLACK);
  }

  private static StoreBuilder<WindowStore<String, byte[]>> sightings(Duration longest) {
    return Stores.windowStoreBuilder(
            Stores.persistentWindowStore(SIGHTINGS, kept(longest), GateStores.WINDOW, false),
            Serdes.String(),
            Serdes.ByteArray())
        .withCachingDisabled()
        .withLoggingEnabled(COMPACTED_AND_EXPIRING);
  }

  private static StoreBuilder<KeyValueStore<String, Long>> tally() {
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(TALLY), Serdes.String(), Serdes.Long())
        .withCachingEnabled()
        .withLoggingEnabled(COMPACTED);
  }
}
