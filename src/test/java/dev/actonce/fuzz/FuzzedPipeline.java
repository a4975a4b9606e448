package dev.actonce.fuzz;

import static org.awaitility.Awaitility.await;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.config.OutcomeForms;
import dev.actonce.embedded.EmbeddedBroker;
import dev.actonce.executor.ExecutorApp;
import dev.actonce.executor.ExecutorListener;
import dev.actonce.executor.Tools;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicNames;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.tool.Handlers;
import dev.actonce.topology.GateApp;
import dev.actonce.topology.GateReporting;
import dev.actonce.topology.SuspectsApp;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The real pipeline on a real broker, with its threads remembered: none may end, or be replaced.
 * Confined to the test thread.
 */
final class FuzzedPipeline implements AutoCloseable {
  static final int PARTITIONS = 2;
  static final TopicNames TOPICS = new TopicNames("fuzz.");

  private static final Duration PATIENCE = Duration.ofSeconds(120);

  /** Small segments, so that what was deleted leaves the disk soon. */
  private static final Map<String, String> BROKER =
      Map.of(
          "log.segment.bytes", Integer.toString(16 * 1024 * 1024),
          "log.retention.check.interval.ms", "5000",
          "log.segment.delete.delay.ms", "1000");

  private final EmbeddedBroker broker = EmbeddedBroker.startTemporary(BROKER);
  private final KafkaConfig kafka;
  private final GateConfig config;
  private final Catalog catalog = FuzzTools.catalog();
  private final Codecs codecs = new Codecs();
  private final Handlers handlers = Handlers.of(catalog, FuzzTools.handlers());
  private GateApp gate;
  private SuspectsApp suspects;
  private ExecutorApp executor;
  private Set<Thread> threads;

  @SuppressWarnings("NullAway.Init") // Started by the method called at the end.
  FuzzedPipeline() throws InterruptedException {
    kafka =
        KafkaConfig.of(broker.bootstrapServers())
            .withTopicPrefix(TOPICS.prefix())
            .withOutcomeForms(OutcomeForms.AVRO_AND_JSON);
    try (TopicProvisioner topics = TopicProvisioner.open(new ClientSettings(kafka))) {
      topics.create(PARTITIONS, 1);
    }
    config = GateConfig.of(kafka, "fuzzed", broker.directory().resolve("gate-state"));
    start();
    awaitReady();
  }

  private void start() throws InterruptedException {
    gate = GateApp.start(config, catalog, codecs, InstantSource.system(), GateReporting.NONE);
    suspects = SuspectsApp.start(config, catalog, InstantSource.system());
    executor =
        ExecutorApp.start(
            ExecutorConfig.of(kafka, "fuzzed"),
            Tools.of(catalog, handlers),
            codecs,
            ExecutorListener.NONE);
  }

  private void awaitReady() throws InterruptedException {
    gate.awaitReady(PATIENCE);
    if (!executor.awaitReady(PATIENCE)) {
      throw new IllegalStateException("the executor is not ready");
    }
    threads = workers();
  }

  /** Stops all but the broker and starts it again, on what the topics hold by now. */
  void restart() throws InterruptedException {
    stop();
    start();
    awaitReady();
  }

  /** A restart after which the executor serves all partitions but one, and says so. */
  void restartWithout(int partition) throws InterruptedException {
    stop();
    start();
    gate.awaitReady(PATIENCE);
    await()
        .atMost(PATIENCE)
        .until(() -> executor.obstacle().orElse("").contains("[" + partition + "] are not served"));
    threads = workers();
  }

  private void stop() {
    executor.close();
    suspects.close();
    gate.close();
  }

  KafkaConfig kafka() {
    return kafka;
  }

  /** What is no longer as it was at the start; empty when all live. */
  List<String> deaths() {
    List<String> deaths = new ArrayList<>();
    gate.failure().ifPresent(failure -> deaths.add("the gate has failed: " + cause(failure)));
    suspects.failure().ifPresent(f -> deaths.add("the suspects watch has failed: " + f));
    executor.failure().ifPresent(f -> deaths.add("the executor has failed: " + cause(f)));
    threads.stream()
        .filter(thread -> !thread.isAlive())
        .forEach(thread -> deaths.add("thread " + thread.getName() + " has ended"));
    workers().stream()
        .filter(thread -> !threads.contains(thread))
        .forEach(thread -> deaths.add("thread " + thread.getName() + " is new"));
    return deaths;
  }

  /** Threads that were lost or replaced. */
  long threadsLost() {
    return threads.stream().filter(thread -> !thread.isAlive()).count();
  }

  private static String cause(Throwable failure) {
    Throwable root = failure;
    for (int i = 0; i < 20 && root.getCause() != null; i++) {
      root = root.getCause();
    }
    StackTraceElement[] frames = root.getStackTrace();
    String where =
        List.of(frames).stream().limit(6).map(String::valueOf).collect(Collectors.joining(" < "));
    String what = String.valueOf(root);
    return (what.length() > 300 ? what.substring(0, 300) : what) + " at " + where;
  }

  private static Set<Thread> workers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(FuzzedPipeline::isWorker)
        .collect(Collectors.toSet());
  }

  private static boolean isWorker(Thread thread) {
    return thread.getName().matches(".*fuzzed-StreamThread-\\d+|actonce-executor-fuzzed");
  }

  @Override
  public void close() {
    try (broker;
        handlers) {
      stop();
    }
  }
}
