package dev.actonce.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.fuzz.HostileRecord.Kind;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;

/**
 * One run: sends hostile records as fast as they are answered, and watches. Confined to the test
 * thread.
 */
final class Fuzz {
  /** Kinds of records to leave out, by comma, to look behind a known fault. */
  private static final String WITHOUT = "actonce.fuzz.without";

  private static final String SEED = "actonce.fuzz.seed";

  /** More would only queue: who waits longest has so many before it. */
  private static final int MAX_OPEN = 1_000;

  private static final int MIN_OPEN = 100;
  private static final long PATIENCE_MS = 60_000;
  private static final long LOOK_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long PROGRESS_NANOS = Duration.ofSeconds(10).toNanos();
  private static final int SHOWN_OPEN = 10;
  private static final int GOOD_AT_END = 8 * FuzzedPipeline.PARTITIONS;

  private static final int HELD_PARTITION = 1;

  private final long count;
  private final long seed;
  private final Set<Kind> without;
  private final Accounts accounts = new Accounts();
  private long lookedAtNanos = System.nanoTime();
  private long reportedAtNanos = lookedAtNanos;
  private long reported;
  private long reportedCpuNanos = FuzzReport.cpuNanos();

  private Fuzz(long count, long seed, Set<Kind> without) {
    this.count = count;
    this.seed = seed;
    this.without = without;
  }

  /**
   * A run of so many records.
   *
   * @param seed used unless the property {@value #SEED} names another
   */
  static Fuzz of(long count, long seed) {
    Set<Kind> without = EnumSet.noneOf(Kind.class);
    for (String kind : System.getProperty(WITHOUT, "").split(",", -1)) {
      if (!kind.isBlank()) {
        without.add(Kind.valueOf(kind.strip().toUpperCase(Locale.ROOT)));
      }
    }
    return new Fuzz(count, Long.getLong(SEED, seed), without);
  }

  /**
   * Runs to its end, or to the first fault.
   *
   * @throws AssertionError naming the seed, and how to run it again
   */
  FuzzReport run() throws Exception {
    long beganAtNanos = System.nanoTime();
    try (LogCount log = LogCount.begin();
        FuzzedPipeline pipeline = new FuzzedPipeline();
        AnswerReader answers = new AnswerReader(pipeline.kafka(), accounts);
        Bystanders bystanders = new Bystanders(pipeline.kafka());
        ReadRecords read = new ReadRecords(pipeline.kafka());
        HostileProducer producer = new HostileProducer(pipeline.kafka(), accounts)) {
      HostileRecords records = new HostileRecords(seed, FuzzedPipeline.PARTITIONS, without);
      long heapAtStart = FuzzReport.heapAfterCollection();
      warmUp(producer, records);
      bystanders.act("before");
      long cpuAtStart = FuzzReport.cpuNanos();
      long sendingAtNanos = System.nanoTime();
      for (long number = 0; number < count; number++) {
        if (!accounts.awaitFewerThan(openAt(number), PATIENCE_MS)) {
          throw failed("nothing is answered any more", number, pipeline);
        }
        producer.send(records.get(number));
        look(number, pipeline, answers, read);
      }
      // At the end each partition must still serve who is no attacker.
      for (long i = 1; i <= GOOD_AT_END; i++) {
        producer.send(records.good(count + i));
      }
      producer.flush();
      if (!accounts.awaitFewerThan(1, PATIENCE_MS)) {
        throw failed("not all records are answered", count, pipeline);
      }
      bystanders.act("after");
      if (!pipeline.deaths().isEmpty()) {
        throw failed("after the last record", count, pipeline);
      }
      long threadsLost = pipeline.threadsLost();
      long tookNanos = System.nanoTime() - sendingAtNanos;
      pipeline.restart();
      bystanders.act("restarted");
      Accounts.Totals totals = accounts.totals();
      holdOnePartition(pipeline, producer, records, bystanders);
      return new FuzzReport(
          seed,
          count,
          Duration.ofNanos(sendingAtNanos - beganAtNanos),
          Duration.ofNanos(tookNanos),
          Duration.ofNanos(FuzzReport.cpuNanos() - cpuAtStart),
          totals,
          log.byLogger(),
          heapAtStart,
          FuzzReport.heapAfterCollection(),
          threadsLost);
    }
  }

  /** A first action waits for much that later ones find done. */
  private void warmUp(HostileProducer producer, HostileRecords records)
      throws InterruptedException {
    for (long i = 1; i <= GOOD_AT_END; i++) {
      producer.send(records.good(-i));
    }
    producer.flush();
    if (!accounts.awaitFewerThan(1, PATIENCE_MS)) {
      throw new AssertionError("good intents are not served, before any hostile one");
    }
    accounts.forgetGoods();
  }

  /** Claims that cannot be read cost their own partition, and no other. */
  private void holdOnePartition(
      FuzzedPipeline pipeline,
      HostileProducer producer,
      HostileRecords records,
      Bystanders bystanders)
      throws InterruptedException, ExecutionException {
    producer.write(records.claims(HELD_PARTITION).records());
    pipeline.restartWithout(HELD_PARTITION);
    int sent = 0;
    for (long number = count + GOOD_AT_END + 1; sent < GOOD_AT_END; number++) {
      if (!records.isGoodOf(HELD_PARTITION, number)) {
        producer.send(records.good(number));
        sent++;
      }
    }
    producer.flush();
    if (!accounts.awaitFewerThan(1, PATIENCE_MS)) {
      throw failed("bad claims of one partition stop others", count, pipeline);
    }
    assertThat(bystanders.look().unreadable()).as("what an operator is told").isPresent();
    if (!pipeline.deaths().isEmpty()) {
      throw failed("bad claims", count, pipeline);
    }
  }

  /** Slowly at first: code that is not compiled yet would only make a queue. */
  private static int openAt(long number) {
    return (int) Math.min(MAX_OPEN, MIN_OPEN + number / 10);
  }

  private void look(long number, FuzzedPipeline pipeline, AnswerReader answers, ReadRecords read)
      throws InterruptedException {
    long now = System.nanoTime();
    if (now - lookedAtNanos < LOOK_NANOS) {
      return;
    }
    lookedAtNanos = now;
    if (!pipeline.deaths().isEmpty()) {
      throw failed("a part has died", number, pipeline);
    }
    if (now - reportedAtNanos >= PROGRESS_NANOS) {
      reportedAtNanos = now;
      long cpuNanos = FuzzReport.cpuNanos();
      long each = (cpuNanos - reportedCpuNanos) / 1_000 / Math.max(1, number - reported);
      System.out.println(FuzzReport.progress(number, count, each, accounts.totals()));
      reported = number;
      reportedCpuNanos = cpuNanos;
      read.deleteUpTo(answers.positions());
    }
  }

  private AssertionError failed(String what, long number, FuzzedPipeline pipeline) {
    return new AssertionError(
        "seed "
            + seed
            + ", after "
            + number
            + " records: "
            + what
            + pipeline.deaths().stream().map(death -> "; " + death).collect(Collectors.joining())
            + "; open: "
            + accounts.oldestOpen(SHOWN_OPEN)
            + "; "
            + replay(seed, number + MAX_OPEN));
  }

  static String replay(long seed, long count) {
    return "replay with: mvn -q -Pfuzz test -D" + SEED + "=" + seed + " -Dactonce.fuzz=" + count;
  }
}
