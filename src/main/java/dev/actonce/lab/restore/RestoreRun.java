package dev.actonce.lab.restore;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.embedded.EmbeddedBroker;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicNames;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.wire.Codecs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Fills a gate with live keys, kills it in mid traffic, deletes its state directory, starts it
 * again, and measures until it serves. Everything is started here and ends with the run; every wait
 * has a bound. Confined to the calling thread.
 */
public final class RestoreRun {
  private static final Duration START = Duration.ofSeconds(180);
  private static final Duration FILL = Duration.ofMinutes(10);
  private static final Duration RESTORE = Duration.ofMinutes(5);
  private static final int MARKERS_PER_PARTITION = 10;
  private static final String FRESH = "fresh";
  private static final String EARLY = "early";

  private final Class<?> mainClass;
  private final RestoreSettings settings;
  private final Consumer<String> progress;
  private final Map<IdempotencyKey, Integer> admissions = new HashMap<>();
  private final Map<String, OutcomeStatus> answers = new HashMap<>();
  private int executed;

  /**
   * @param mainClass entry point of the command line
   * @param progress is told each phase
   */
  public RestoreRun(Class<?> mainClass, RestoreSettings settings, Consumer<String> progress) {
    this.mainClass = mainClass;
    this.settings = settings;
    this.progress = progress;
  }

  /** Runs it once. */
  public RestoreReport run() throws InterruptedException {
    try (EmbeddedBroker broker = EmbeddedBroker.start(settings.directory().resolve("broker"))) {
      KafkaConfig kafka = KafkaConfig.of(broker.bootstrapServers()).withTopicPrefix("restore.");
      ClientSettings clients = new ClientSettings(kafka);
      try (TopicProvisioner topics = TopicProvisioner.open(clients)) {
        topics.create(RestoreSettings.PARTITIONS, 1);
      }
      Files.writeString(settings.directory().resolve("tools.yaml"), Orders.CATALOG);
      TopicNames names = new TopicNames(kafka.topicPrefix());
      try (Codecs codecs = new Codecs();
          BulkPublisher agents = new BulkPublisher(clients, codecs.intents());
          TopicReader<ApprovedAction> dispatch =
              new TopicReader<>(clients, names.dispatch(), codecs.actions(), this::admitted);
          TopicReader<OutcomeEvent> outcomes =
              new TopicReader<>(clients, names.outcomes(), codecs.outcomes(), this::answered)) {
        return run(clients, agents, dispatch, outcomes);
      }
    } catch (IOException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "cannot write to " + settings.directory() + " (" + e + "); name another --directory",
          e);
    }
  }

  private RestoreReport run(
      ClientSettings clients,
      BulkPublisher agents,
      TopicReader<ApprovedAction> dispatch,
      TopicReader<OutcomeEvent> outcomes)
      throws IOException, InterruptedException {
    Path state = settings.directory().resolve("gate-state");
    long begin = System.nanoTime();
    long changelogBytes;
    try (RestoredGate gate =
        RestoredGate.start(mainClass, clients.config(), settings.directory(), state)) {
      gate.awaitReady(START);
      changelogBytes = fill(clients, agents, dispatch, outcomes);
      progress.accept("killing the gate in mid traffic, and deleting its state directory");
      publishSample(agents, "before-");
      gate.kill();
    }
    Duration fill = Duration.ofNanos(System.nanoTime() - begin);
    delete(state);
    try (RestoredGate gate =
        RestoredGate.start(mainClass, clients.config(), settings.directory(), state)) {
      agents.publish(IntStream.of(0), number -> EARLY);
      agents.publish(IntStream.of(settings.keys()), number -> FRESH);
      Duration serving = awaitServing(gate, dispatch, outcomes);
      Duration restored = gate.awaitReady(RESTORE);
      progress.accept("the gate serves; asking for " + settings.sample() + " keys again");
      publishSample(agents, "after-");
      int wanted = 2 * settings.sample() + 1;
      outcomes.readUntil(() -> answers.size() >= wanted, "answers to duplicates", RESTORE);
      awaitAllAdmissions(agents, dispatch);
      return new RestoreReport(
          settings.keys(),
          settings.open(),
          new RestoreReport.Times(fill, restored, serving),
          changelogBytes,
          check());
    }
  }

  /** Makes all keys live; the bytes of changelogs that they take. */
  @SuppressWarnings("try") // The executors run meanwhile; nothing is asked of them.
  private long fill(
      ClientSettings clients,
      BulkPublisher agents,
      TopicReader<ApprovedAction> dispatch,
      TopicReader<OutcomeEvent> outcomes)
      throws InterruptedException {
    try (Executors executors =
        Executors.start(clients.config(), Catalog.parse(Orders.CATALOG, "tools.yaml"))) {
      executors.awaitReady();
      progress.accept("performing " + settings.done() + " actions");
      agents.publish(IntStream.range(0, settings.done()), number -> "first-" + number);
      outcomes.readUntil(() -> executed >= settings.done(), "outcomes of executors", FILL);
    }
    progress.accept("leaving " + settings.open() + " actions open");
    agents.publish(IntStream.range(settings.done(), settings.keys()), number -> "first-" + number);
    dispatch.readUntil(() -> admissions.size() >= settings.keys(), "approvals", FILL);
    GateConfig gate =
        GateConfig.of(clients.config(), "restore", settings.directory().resolve("gate-state"));
    try (BrokerView cluster = new BrokerView(clients, gate.applicationId())) {
      cluster.awaitNoLag(FILL);
      return cluster.changelogBytes();
    }
  }

  private void publishSample(BulkPublisher agents, String round) {
    agents.publish(
        IntStream.range(0, settings.sample()).map(settings::sampled), number -> round + number);
  }

  private Duration awaitServing(
      RestoredGate gate, TopicReader<ApprovedAction> dispatch, TopicReader<OutcomeEvent> outcomes) {
    IdempotencyKey fresh = Orders.key(Orders.publish(settings.keys(), FRESH));
    progress.accept("waiting for the gate to serve again");
    dispatch.readUntil(
        () -> {
          outcomes.poll();
          return admissions.containsKey(fresh) && answers.containsKey(EARLY);
        },
        "the new intent's approval, or its duplicate an answer",
        RESTORE);
    return gate.sinceStart();
  }

  /** A marker that is published last: what was admitted before it is on its partition before it. */
  private void awaitAllAdmissions(BulkPublisher agents, TopicReader<ApprovedAction> dispatch) {
    int markers = settings.keys() + 1;
    int last = markers + RestoreSettings.PARTITIONS * MARKERS_PER_PARTITION;
    agents.publish(IntStream.range(markers, last), number -> "marker-" + number);
    dispatch.readUntil(
        () -> IntStream.range(markers, last).allMatch(this::isAdmitted), "the markers", RESTORE);
  }

  private boolean isAdmitted(int number) {
    return admissions.containsKey(Orders.key(Orders.publish(number, "marker")));
  }

  private void admitted(ApprovedAction action) {
    admissions.merge(action.key(), 1, Integer::sum);
  }

  private void answered(OutcomeEvent event) {
    if (event.publisher() == OutcomeEvent.Publisher.EXECUTOR) {
      executed++;
    } else {
      answers.put(event.about().requestId(), event.status());
    }
  }

  private RestoreReport.Check check() {
    List<OutcomeStatus> sampled =
        answers.entrySet().stream()
            .filter(answer -> !answer.getKey().equals(EARLY))
            .map(Map.Entry::getValue)
            .toList();
    int done = (int) sampled.stream().filter(OutcomeStatus.ALREADY_DONE::equals).count();
    int running = (int) sampled.stream().filter(OutcomeStatus.IN_PROGRESS::equals).count();
    int other = sampled.size() - done - running;
    int escaped = admissions.values().stream().mapToInt(count -> count - 1).sum();
    return new RestoreReport.Check(settings.sample(), done, running, other, escaped);
  }

  private static void delete(Path root) throws IOException {
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
