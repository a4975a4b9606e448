package dev.actonce.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.key.Derivation.Derived;
import dev.actonce.core.key.KeyDeriver;
import dev.actonce.core.suspect.SuspectedDuplicate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuspectTopologyTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden/suspects-topology.txt");

  @TempDir Path directory;
  private final StoreMemory memory = new StoreMemory(1);
  private final SuspectSkips skips = new SuspectSkips(() -> GateHarness.START);
  private TopologyTestDriver driver;

  @BeforeEach
  void start() {
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "suspects");
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
    settings.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    settings.put("ensure.explicit.internal.resource.naming", true);
    memory.shareIn(settings);
    driver =
        new TopologyTestDriver(
            SuspectTopology.build(
                GateHarness.NAMES, GateHarness.CATALOG, GateHarness.CODECS, skips, 4),
            settings,
            GateHarness.START);
  }

  @AfterEach
  void stop() {
    driver.close();
    memory.close();
  }

  @Test
  void reportsUnderTheFingerprintAndCounts() {
    ApprovedAction one = approve("pay", "inv-1", Duration.ZERO);
    ApprovedAction two = approve("pay", "inv-2", Duration.ofSeconds(2));

    List<TestRecord<byte[], byte[]>> records = reports();
    assertThat(records).hasSize(1);
    assertThat(new String(records.get(0).key(), StandardCharsets.UTF_8))
        .isEqualTo(two.fingerprint().value());
    SuspectedDuplicate report = GateHarness.CODECS.suspects().decode(records.get(0).value());
    assertThat(report.sightings())
        .extracting(SuspectedDuplicate.Sighting::key)
        .containsExactly(one.key(), two.key());
    KeyValueStore<String, Long> tally = driver.getKeyValueStore(SuspectTopology.TALLY);
    assertThat(tally.get(new TallyLine("pay", TallyLine.SUSPECTED, "").storeKey())).isEqualTo(1);
  }

  @Test
  void isSilentForOtherPayloadsAndOutsideTheWindow() {
    approve("pay", "inv-1", Duration.ZERO);
    approve("mail", "inv-1", Duration.ofSeconds(1));
    approve("pay", "inv-2", Duration.ofSeconds(300));

    assertThat(reports()).isEmpty();
  }

  @Test
  void keepsOneEntryForAFingerprint() {
    approve("pay", "inv-1", Duration.ZERO);
    ApprovedAction last = approve("pay", "inv-2", Duration.ofSeconds(2));

    try (var entries =
        driver
            .<String, byte[]>getWindowStore(SuspectTopology.SIGHTINGS)
            .fetch(last.fingerprint().value(), 0, Long.MAX_VALUE)) {
      assertThat(entries).toIterable().hasSize(1);
    }
  }

  @Test
  void filtersFingerprintsByTheirBeginning() {
    approve("pay", "inv-1", Duration.ZERO);

    Path task = directory.resolve("suspects").resolve("0_0");
    assertThat(RocksOptions.ofNewestSegment(task.resolve(SuspectTopology.SIGHTINGS)))
        .contains("prefix_extractor=rocksdb.FixedPrefix.32", "whole_key_filtering=false");
  }

  @Test
  void passesOverWhatItCannotReadAndWhatTheCatalogDoesNotKnow() {
    send(new byte[] {1, 2, 3}, Duration.ZERO);
    approve("gone", "inv-1", Duration.ZERO);
    approve("gone", "inv-2", Duration.ZERO);

    assertThat(reports()).isEmpty();
  }

  @Test
  void passesOverRecordsWithoutAValueOnDispatchAndGoesOn() {
    send(null, Duration.ZERO);
    approve("pay", "inv-1", Duration.ofSeconds(1));
    approve("pay", "inv-2", Duration.ofSeconds(2));

    assertThat(reports()).hasSize(1);
    assertThat(skips.count()).isEqualTo(1);
  }

  @Test
  void passesOverPoisonInItsOwnTopicAndGoesOn() {
    approve("pay", "inv-1", Duration.ZERO);
    sendByFingerprint(null);
    sendByFingerprint(new byte[] {1, 2, 3});
    approve("pay", "inv-2", Duration.ofSeconds(2));

    assertThat(reports()).hasSize(1);
    assertThat(skips.count()).isEqualTo(2);
  }

  @Test
  void replacesAnEntryOfItsStoreThatCannotBeRead() {
    ApprovedAction first = approve("pay", "inv-1", Duration.ZERO);
    driver
        .<String, byte[]>getWindowStore(SuspectTopology.SIGHTINGS)
        .put(first.fingerprint().value(), new byte[] {7}, GateHarness.START.toEpochMilli());

    approve("pay", "inv-2", Duration.ofSeconds(2));
    approve("pay", "inv-3", Duration.ofSeconds(3));

    assertThat(reports()).hasSize(1);
    assertThat(skips.count()).isEqualTo(1);
  }

  /** The store's time would go on with it, and whatever is really of now would be expired. */
  @Test
  void isNotBlindedByAnActionOfTheFuture() {
    approve("mail", "forged", Duration.ofDays(20_000));
    approve("pay", "inv-1", Duration.ofSeconds(1));
    approve("pay", "inv-2", Duration.ofSeconds(2));

    assertThat(reports()).hasSize(1);
  }

  /** Kafka would tell each in the log. */
  @Test
  void passesOverWhatIsTooOldForItsStore() {
    approve("pay", "inv-1", Duration.ofSeconds(1));
    approve("mail", "forged", Duration.ofDays(-9_000));
    approve("pay", "inv-2", Duration.ofSeconds(2));

    assertThat(reports()).hasSize(1);
    assertThat(skips.count()).isEqualTo(1);
  }

  @Test
  void hasTheTopologyThatItsStateDependsOn() throws IOException {
    String description =
        SuspectTopology.build(GateHarness.NAMES, GateHarness.CATALOG, GateHarness.CODECS, skips, 4)
            .describe()
            .toString();

    assertThat(description).isEqualToNormalizingNewlines(Files.readString(GOLDEN));
  }

  private ApprovedAction approve(String action, String intentId, Duration at) {
    ActionIntent intent =
        new IntentMaker(action, "{\"amount\":5}").intentId(intentId).publish("r-" + intentId);
    Derived derived = (Derived) KeyDeriver.derive(intent, KeyPolicy.AUTO);
    Instant admittedAt = GateHarness.START.plus(at);
    ApprovedAction approved =
        new ApprovedAction(
            derived.key(),
            1,
            derived.kind(),
            derived.fingerprint(),
            admittedAt,
            intent,
            ReplyHash.NONE);
    send(GateHarness.CODECS.actions().encode(approved), at);
    return approved;
  }

  private void sendByFingerprint(byte @Nullable [] value) {
    driver
        .createInputTopic(
            "suspects-by-fingerprint-repartition",
            new ByteArraySerializer(),
            new ByteArraySerializer())
        .pipeInput(new TestRecord<>(new byte[] {1}, value, GateHarness.START));
  }

  private void send(byte @Nullable [] value, Duration at) {
    driver
        .createInputTopic(
            GateHarness.NAMES.dispatch(), new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(new TestRecord<>(new byte[] {1}, value, GateHarness.START.plus(at)));
  }

  private List<TestRecord<byte[], byte[]>> reports() {
    return driver
        .createOutputTopic(
            GateHarness.NAMES.suspects(), new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }
}
