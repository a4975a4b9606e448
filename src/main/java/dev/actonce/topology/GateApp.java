package dev.actonce.topology;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.GateConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.DeadLetterLog;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.kafka.TopicNames;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.StreamsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running gate. Any number of them with one prefix share the partitions. Thread-safe. */
public final class GateApp implements AutoCloseable {
  /** Longest wait of {@link #close} for running work to be committed. */
  public static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(GateApp.class);

  private final KafkaStreams streams;
  private final RegistryWatch registry;
  private final GateFailures failures;
  private final GateCondition condition;
  private final TallyReader tally;
  private final LocalState state;
  private final StoreMemory memory;
  private final DeadLetterLog deadLetters;
  private final CompletableFuture<Void> running = new CompletableFuture<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** What a running gate holds besides its streams. */
  private record Parts(
      Codecs codecs,
      InstantSource clock,
      LocalState state,
      StoreMemory memory,
      ClientSigns signs,
      FailedRecords failed,
      DeadLetterLog deadLetters) {}

  private GateApp(KafkaStreams streams, GateConfig config, Parts parts) {
    this.streams = streams;
    this.registry = new RegistryWatch(parts.codecs()::outage, streams::pause, this::resume);
    this.failures =
        new GateFailures(
            StopReason.ofGate(config.kafka(), parts.failed()),
            config.threads(),
            parts.clock(),
            registry::away);
    this.condition = new GateCondition(streams, registry, failures, parts.signs());
    this.tally =
        new TallyReader(
            streams, GateStores.TALLY, new TopicNames(config.kafka().topicPrefix()).intents());
    this.state = parts.state();
    this.memory = parts.memory();
    this.deadLetters = parts.deadLetters();
    parts.signs().onCommit(failures::committed);
  }

  /**
   * Starts a gate on topics that fit. It restores its state in the background; see {@link
   * #awaitReady}.
   *
   * @param codecs it writes as they do; while a schema registry that they need is away, it waits,
   *     is not ready, and skips nothing. They must stay open while it runs
   * @param reporting hears what it does
   * @throws ActOnceException TOPIC_MISCONFIGURED if the topics do not exist. INVALID_SETTING if
   *     another gate uses the state directory. BROKER_UNAVAILABLE if Kafka does not answer.
   *     REGISTRY_REFUSED if the registry does not have our schema and may not be given it, or
   *     refuses the credentials
   */
  public static GateApp start(
      GateConfig config,
      Catalog catalog,
      Codecs codecs,
      InstantSource clock,
      GateReporting reporting) {
    ClientSettings clients = new ClientSettings(config.kafka());
    int partitions;
    try (TopicProvisioner provisioner = TopicProvisioner.open(clients)) {
      partitions = provisioner.partitions();
    }
    TopicNames names = new TopicNames(config.kafka().topicPrefix());
    SkippedRecords.check(
        config.skips(), Set.of(names.intents(), names.rerouted(), names.outcomes()), partitions);
    Supplier<CommitPacer> pacers = CommitPacer.perThread();
    FailedRecords failed = new FailedRecords();
    ClientSigns signs = new ClientSigns(System::nanoTime, config.kafka().sessionTimeout());
    DeadLetterLog deadLetters = new DeadLetterLog(LoggerFactory.getLogger(GateSinks.class), clock);
    Topology topology =
        GateTopology.build(
            new GateParts(
                names,
                new CatalogRules(catalog, reporting.tenants()),
                codecs,
                new KeyPartitions(partitions),
                clock,
                pacers,
                failed,
                deadLetters),
            catalog.longestMemory(),
            config.kafka().outcomeForms(),
            reporting.listener());
    Optional<String> away = RegistryWatch.awayAtStart(codecs);
    LocalState state =
        new LocalState(config.stateDirectory(), config.applicationId(), GateStores.MEMORY);
    state.discardDoubtful();
    StoreMemory memory = new StoreMemory(config.stateMemoryMib());
    SkippedRecords skips =
        new SkippedRecords(config.skips(), clients, config.instance(), names.deadLetters(), clock);
    TimedClients timed = new TimedClients(pacers, clock, signs, skips, failed);
    KafkaStreams streams = create(topology, settings(config, memory, failed), timed, state, memory);
    GateApp app =
        new GateApp(
            streams, config, new Parts(codecs, clock, state, memory, signs, failed, deadLetters));
    away.ifPresent(app.registry::away);
    app.run(config, reporting.listener());
    return app;
  }

  private void run(GateConfig config, GateListener listener) {
    streams.setUncaughtExceptionHandler(failures);
    streams.setGlobalStateRestoreListener(new Restores(listener));
    streams.setStateListener((next, before) -> changed(next));
    streams.start();
    LOG.info("gate {} starts, application={}", config.instance(), config.applicationId());
  }

  /**
   * Whether it decides over intents now; false while it starts, restores, rebalances, waits for a
   * schema registry, cannot commit, or ended.
   */
  public boolean ready() {
    return condition.isReady();
  }

  /** What keeps it from its work although it runs, for people; empty if nothing does. */
  public Optional<String> waitsFor() {
    return condition.waitsFor();
  }

  /**
   * Waits until it decides over intents for the first time.
   *
   * @throws ActOnceException TIMED_OUT if it does not within the time, its {@link #failure} if it
   *     has one, CLOSED if it was closed
   */
  public void awaitReady(Duration timeout) {
    try {
      running.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new ActOnceException(
          ErrorCode.TIMED_OUT,
          "the gate is not ready after "
              + timeout
              + waitsFor()
                  .map(reason -> ": it " + reason)
                  .orElseGet(() -> ", its state is " + streams.state()),
          e);
    } catch (ExecutionException e) {
      throw failures
          .fatal()
          .orElseGet(() -> new ActOnceException(ErrorCode.CLOSED, "the gate ended", e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ActOnceException(ErrorCode.INTERRUPTED, "interrupted while the gate starts", e);
    }
  }

  /**
   * What stopped this gate, if something did and nobody closed it: ACCESS_DENIED for access that
   * the brokers refuse, INTERNAL for a record at which it fails, which is named with the command
   * that puts it aside, or the error of its part, such as STATE_LOST.
   */
  public Optional<ActOnceException> failure() {
    return closed.get() ? failures.fatal() : condition.failure();
  }

  /** Whether it was closed, or stopped by {@link #failure}. */
  public boolean hasEnded() {
    return condition.hasEnded();
  }

  /** State of the gate, for people. */
  public String state() {
    return streams.state().name();
  }

  /** Figures of its Kafka clients and stream threads, as Kafka names them. */
  public Map<MetricName, ? extends Metric> clientMetrics() {
    return streams.metrics();
  }

  /**
   * What this instance's partitions have counted since the pipeline exists, as far as it is
   * committed: a count never goes back, whatever crashes. While a partition is restored here, its
   * last counts stand.
   *
   * @return lines by partition
   * @throws ActOnceException CLOSED while the gate does not run
   */
  public Map<Integer, Map<TallyLine, Long>> tally() {
    try {
      return tally.read();
    } catch (IllegalStateException | InvalidStateStoreException e) {
      throw new ActOnceException(
          ErrorCode.CLOSED, "the gate has no counts while it is " + streams.state(), e);
    }
  }

  /**
   * Commits running work, leaves the group, so that another gate takes over at once, and ends.
   * Waits {@link #CLOSE_TIMEOUT} at most. May be called twice.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    registry.close();
    failures.close();
    boolean clean =
        streams.close(
            CloseOptions.timeout(CLOSE_TIMEOUT)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    deadLetters.close();
    if (!clean) {
      LOG.warn("the gate did not end within {}; its transaction will time out", CLOSE_TIMEOUT);
      return; // Its stores still use the memory.
    }
    memory.close();
    if (failures.fatal().isEmpty()) {
      state.markClosedCleanly();
    }
  }

  private void resume() {
    streams.resume();
    completeIfReady();
  }

  private void completeIfReady() {
    if (condition.isRunning()) {
      failures.established();
      running.complete(null);
    }
  }

  private void changed(KafkaStreams.State next) {
    if (next == KafkaStreams.State.RUNNING) {
      completeIfReady();
    } else if (next.hasCompletedShutdown()) {
      running.completeExceptionally(new IllegalStateException("ended before it was ready"));
    }
  }

  /** Kafka Streams locks the state directory. */
  private static KafkaStreams create(
      Topology topology,
      Properties settings,
      TimedClients clients,
      LocalState state,
      StoreMemory memory) {
    try {
      return new KafkaStreams(topology, settings, clients);
    } catch (StreamsException e) {
      memory.close();
      state.requireFree();
      throw e;
    }
  }

  private static Properties settings(GateConfig config, StoreMemory memory, FailedRecords failed) {
    Properties settings =
        StreamsSettings.of(
            config, config.applicationId(), config.instance(), CommitPacer.MAX_SPACING_MS, memory);
    settings.put(LocatingSendFailures.NOTES, failed);
    settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, config.threads());
    if (!config.skips().isEmpty()) {
      // Nothing behind the record at hand may be read before it is known whether to pass it.
      settings.put("main.consumer.max.poll.records", 1);
      settings.put("main.consumer.max.partition.fetch.bytes", 1); // One batch all the same.
    }
    return settings;
  }
}
