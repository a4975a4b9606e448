package dev.actonce.topology;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.GateConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicNames;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run of the watch over suspected duplicates, until it fails or is closed. Thread-safe. */
final class SuspectsRun implements AutoCloseable {
  /** A report is at most two commits and two fetches later than its action. */
  private static final long COMMIT_INTERVAL_MS = 500;

  private static final long POLL_MS = 100;

  /** Nobody waits for the first action, so that a fetch may wait for more of them. */
  private static final int FETCH_MIN_BYTES = 64 * 1024;

  private static final int FETCH_MAX_WAIT_MS = 250;

  /** One small record for each fingerprint in the window. */
  private static final int STORE_MEMORY_MIB = 32;

  static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(15);

  private static final Logger LOG = LoggerFactory.getLogger(SuspectsRun.class);

  private final KafkaStreams streams;
  private final GateFailures failures;
  private final TallyReader tally;
  private final LocalState state;
  private final StoreMemory memory;
  private final Codecs codecs;
  private final AtomicBoolean closed = new AtomicBoolean();

  private SuspectsRun(
      KafkaStreams streams,
      GateFailures failures,
      TallyReader tally,
      LocalState state,
      StoreMemory memory,
      Codecs codecs) {
    this.streams = streams;
    this.failures = failures;
    this.tally = tally;
    this.state = state;
    this.memory = memory;
    this.codecs = codecs;
  }

  /**
   * Starts it beside a gate of this configuration, which has found the topics to fit. The catalog
   * must be the gate's.
   *
   * @param skips counts what it passes over
   * @throws ActOnceException BROKER_UNAVAILABLE if Kafka does not answer, TOPIC_MISCONFIGURED if a
   *     topic is missing, INVALID_SETTING if its state directory cannot be used
   */
  static SuspectsRun start(
      GateConfig config, Catalog catalog, InstantSource clock, SuspectSkips skips) {
    int partitions;
    try (TopicProvisioner provisioner = TopicProvisioner.open(new ClientSettings(config.kafka()))) {
      partitions = provisioner.partitions();
    }
    TopicNames names = new TopicNames(config.kafka().topicPrefix());
    String application = GateConfig.suspectsApplicationId(config.kafka());
    LocalState state =
        new LocalState(config.stateDirectory(), application, SuspectTopology.SIGHTINGS);
    state.discardDoubtful();
    StoreMemory memory = new StoreMemory(STORE_MEMORY_MIB);
    Properties settings =
        StreamsSettings.of(
            config, application, config.instance() + "-suspects", COMMIT_INTERVAL_MS, memory);
    settings.put(StreamsConfig.POLL_MS_CONFIG, POLL_MS);
    settings.putIfAbsent("main.consumer.fetch.min.bytes", FETCH_MIN_BYTES);
    settings.putIfAbsent("main.consumer.fetch.max.wait.ms", FETCH_MAX_WAIT_MS);
    Codecs codecs = new Codecs();
    KafkaStreams streams =
        new KafkaStreams(
            SuspectTopology.build(names, catalog, codecs, skips, partitions),
            settings,
            TimedClients.ofOthers(config.kafka(), clock));
    GateFailures failures =
        new GateFailures(StopReason.of(SuspectsApp.WHAT, config.kafka()), 1, clock, why -> {});
    streams.setUncaughtExceptionHandler(failures);
    SuspectsRun app =
        new SuspectsRun(
            streams,
            failures,
            new TallyReader(streams, SuspectTopology.TALLY, SuspectTopology.input(config.kafka())),
            state,
            memory,
            codecs);
    streams.setStateListener(
        (next, before) -> {
          if (next == KafkaStreams.State.RUNNING) {
            failures.established();
          }
        });
    streams.start();
    return app;
  }

  /** Whether it looks at actions now; false while it starts, rebalances, or ended. */
  boolean ready() {
    return streams.state() == KafkaStreams.State.RUNNING;
  }

  /** What stopped it, if nobody closed it. */
  Optional<ActOnceException> failure() {
    return failures
        .fatal()
        .or(
            () ->
                streams.state().isShuttingDown() || streams.state().hasCompletedShutdown()
                    ? Optional.of(
                        new ActOnceException(
                            ErrorCode.INTERNAL, "it ended, its state is " + streams.state()))
                    : Optional.empty());
  }

  /** State for people. */
  String state() {
    return streams.state().name();
  }

  /**
   * What this instance's partitions have counted since the pipeline exists, as {@link
   * GateApp#tally}.
   *
   * @return lines by partition
   * @throws ActOnceException CLOSED while it does not run
   */
  Map<Integer, Map<TallyLine, Long>> tally() {
    try {
      return tally.read();
    } catch (IllegalStateException | InvalidStateStoreException e) {
      throw new ActOnceException(
          ErrorCode.CLOSED, "there are no counts of suspects while they are " + state(), e);
    }
  }

  /** Commits running work, leaves the group and ends. May be called twice. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    failures.close();
    boolean clean =
        streams.close(
            CloseOptions.timeout(CLOSE_TIMEOUT)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    if (!clean) {
      LOG.warn("the {} did not end within {}", SuspectsApp.WHAT, CLOSE_TIMEOUT);
      return; // Its stores still use the memory.
    }
    memory.close();
    codecs.close();
    if (failures.fatal().isEmpty()) {
      state.markClosedCleanly();
    }
  }
}
