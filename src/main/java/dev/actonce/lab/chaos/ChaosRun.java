package dev.actonce.lab.chaos;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicNames;
import dev.actonce.kafka.TopicScan;
import dev.actonce.lab.demo.Charge;
import dev.actonce.lab.demo.PaymentProvider;
import dev.actonce.lab.demo.ProviderSettings;
import dev.actonce.wire.Codecs;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * One run of the chaos from end to end: starts all processes, lets agents publish while faults
 * happen, waits until every publish has its final outcome, stops the pipeline, and audits. One use;
 * confined to the calling thread.
 */
public final class ChaosRun {
  private static final double LOST_ANSWERS = 0.08;
  private static final Duration LATENCY = Duration.ofMillis(20);

  /** A slow machine gets this for the faults that it could not carry out in time. */
  private static final Duration OVERTIME = Duration.ofMinutes(6);

  private static final Duration READ_LIMIT = Duration.ofSeconds(60);
  private static final Duration DRAIN_LIMIT = Duration.ofMinutes(4);
  private static final Duration AROUND = Duration.ofMinutes(6);
  private static final long LOOK_MS = 200;
  private static final Duration REPORT_EVERY = Duration.ofSeconds(15);

  private final ChaosSettings settings;
  private final Consumer<String> progress;
  private final FaultSchedule plan;
  private final Traffic traffic;
  private final ProviderFaults providerFaults;
  private final Answers answers = new Answers();
  private final FaultLog faultLog = new FaultLog();
  private final Path book;
  private final long startNanos = System.nanoTime();

  /**
   * A run.
   *
   * @param progress hears what happens, one line each
   */
  public ChaosRun(ChaosSettings settings, Consumer<String> progress) {
    this.settings = settings;
    this.progress = line -> progress.accept("chaos: %3d s: %s".formatted(seconds(), line));
    this.plan = FaultSchedule.of(settings.seed(), settings.length());
    this.traffic = Traffic.of(settings.seed(), settings.length().plus(OVERTIME));
    this.providerFaults = new ProviderFaults(settings.seed());
    this.book = settings.directory().resolve("charges.jsonl");
  }

  /**
   * Runs it; every process has ended on return.
   *
   * @throws ActOnceException if something cannot be started, or INTERRUPTED, also when the run
   *     takes much longer than it should
   */
  public ChaosReport run() {
    Thread limit = new Thread(new HardLimit(Thread.currentThread(), hardLimit()), "chaos-limit");
    limit.setDaemon(true);
    limit.start();
    try {
      return runWithProvider();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ActOnceException(
          ErrorCode.INTERRUPTED, "the run was interrupted; its longest time is " + hardLimit(), e);
    } finally {
      limit.interrupt();
    }
  }

  private Duration hardLimit() {
    return settings.length().plus(OVERTIME).plus(DRAIN_LIMIT).plus(AROUND);
  }

  /** Interrupts the run when it takes much longer than it should. */
  private record HardLimit(Thread runner, Duration after) implements Runnable {
    @Override
    public void run() {
      try {
        TimeUnit.MILLISECONDS.sleep(after.toMillis());
        runner.interrupt();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** What is known when the processes have ended. */
  private record Findings(
      List<Traffic.Action> wanted,
      List<OutcomeEvent> outcomes,
      int deadLetters,
      int settled,
      int unplannedExits,
      Duration drain) {}

  private ChaosReport runWithProvider() throws InterruptedException {
    Findings findings;
    ProviderSettings provided =
        new ProviderSettings(0, book, settings.seed(), LOST_ANSWERS, LATENCY);
    try (PaymentProvider provider = PaymentProvider.open(provided, providerFaults)) {
      progress.accept("starting three brokers, two gates and three executors");
      try (Cluster cluster = Cluster.start(settings.directory(), provider.chargesUri())) {
        findings = runWithCluster(provider, cluster);
      }
    }
    return report(findings, PaymentProvider.read(book));
  }

  private Findings runWithCluster(PaymentProvider provider, Cluster cluster)
      throws InterruptedException {
    ClientSettings clients = new ClientSettings(cluster.kafka());
    Duration drain;
    int settled;
    List<Traffic.Action> wanted;
    try (Admin admin = Admin.create(clients.admin("chaos"));
        Agents agents =
            new Agents(
                cluster.kafka(),
                ChaosCatalog.of(provider.chargesUri()),
                "chaos-" + settings.seed(),
                traffic,
                answers);
        DutyOperator operator =
            new DutyOperator(cluster.kafka(), provider::charges, InstantSource.system());
        StallWatch stalls = new StallWatch(answers, cluster, progress)) {
      BrokerFaults brokers = new BrokerFaults(cluster.brokers(), admin, clients);
      agents.start();
      operator.start();
      stalls.start();
      runFaults(admin, cluster, brokers);
      long quietNanos = System.nanoTime();
      agents.stopPlanned();
      providerFaults.quiet();
      provider.loseNoMore();
      cluster.awaitAllReady();
      brokers.awaitInSync();
      awaitAnswers(agents);
      wanted = agents.begun();
      drain = Duration.ofNanos(System.nanoTime() - quietNanos);
      settled = operator.settled();
    }
    progress.accept("stopping gates and executors");
    cluster.stopPipeline();
    progress.accept("reading outcomes and charges");
    TopicNames topics = new TopicNames(cluster.kafka().topicPrefix());
    List<OutcomeEvent> outcomes;
    try (Codecs codecs = new Codecs()) {
      outcomes =
          committed(clients, topics.outcomes()).stream()
              .map(record -> codecs.outcomes().decode(record.value()))
              .toList();
    }
    int deadLetters = committed(clients, topics.deadLetters()).size();
    return new Findings(wanted, outcomes, deadLetters, settled, cluster.unplannedEnds(), drain);
  }

  private static List<ConsumerRecord<byte[], byte[]>> committed(
      ClientSettings clients, String topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(clients.assignedReader("chaos-audit"))) {
      TopicScan.of(consumer, topic, TopicScan.Limits.total(READ_LIMIT)).read(records::add);
    }
    return records;
  }

  private void runFaults(Admin admin, Cluster cluster, BrokerFaults brokers)
      throws InterruptedException {
    Map<FaultKind.Lane, Inflictor> inflictors =
        Map.of(
            FaultKind.Lane.EXECUTORS,
            new ExecutorFaults(
                cluster.executors(), providerFaults, new GroupFaults(admin, cluster.kafka())),
            FaultKind.Lane.GATES,
            new GateFaults(cluster.gates(), cluster::stateOf, faultLog),
            FaultKind.Lane.BROKERS,
            brokers);
    try (FaultRun faults = new FaultRun(plan, inflictors, faultLog, progress)) {
      progress.accept(
          "%d intents per second and %d faults within %d min"
              .formatted(Traffic.RATE, plan.faults().size(), settings.minutes()));
      long begunNanos = System.nanoTime();
      faults.start();
      if (!faults.awaitEnd(settings.length().plus(OVERTIME))) {
        progress.accept("some faults were not carried out in time");
      }
      long left = begunNanos + settings.length().toNanos() - System.nanoTime();
      TimeUnit.NANOSECONDS.sleep(Math.max(0, left));
    }
  }

  private void awaitAnswers(Agents agents) throws InterruptedException {
    progress.accept("no faults any more; waiting for the last outcomes");
    long end = System.nanoTime() + DRAIN_LIMIT.toNanos();
    long report = System.nanoTime();
    while (agents.open() + answers.pending() > 0 && System.nanoTime() < end) {
      if (System.nanoTime() > report) {
        progress.accept(answers.pending() + " publishes wait for their final outcome");
        report = System.nanoTime() + REPORT_EVERY.toNanos();
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
    }
  }

  private ChaosReport report(Findings findings, List<Charge> charges) {
    Audit audit =
        Audit.of(
            new Audit.Evidence(
                findings.wanted(), answers.all(), answers.keys(), findings.outcomes(), charges));
    return new ChaosReport(
        settings,
        audit,
        new ChaosReport.Faults(
            plan.faults().size(), faultLog.fired(), faultLog.misfires(), faultLog.longestRestore()),
        new ChaosReport.Counts(
            findings.wanted().size(),
            answers.confirmed(),
            findings.deadLetters(),
            findings.settled(),
            findings.unplannedExits(),
            new ChaosReport.Times(
                answers.longestStall(),
                findings.drain(),
                Duration.ofNanos(System.nanoTime() - startNanos))));
  }

  private long seconds() {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
  }
}
