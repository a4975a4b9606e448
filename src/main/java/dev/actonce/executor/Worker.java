package dev.actonce.executor;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCategory;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.execution.ExecutionMachine;
import dev.actonce.kafka.TopicNames;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;

/**
 * One membership in the executor group, from joining to losing it. Each turn of its loop polls,
 * lets {@link Executions} decide, commits one transaction, and only then starts what was claimed.
 *
 * <p>A failed transaction ends the membership: what was decided but not committed is forgotten, and
 * the next membership recovers from the claims topic, which is the truth. Confined to the poll
 * thread, but for {@link #wakeUp()}.
 */
final class Worker implements AutoCloseable {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final Consumer<byte[], byte[]> consumer;
  private final Ledger ledger;
  private final Assignment assignment;
  private final Postponed postponed;
  private final Executions executions;
  private final Intake intake;
  private final Takeover takeover;
  private final WorkReports reports;
  private final Results results;
  private final ClaimRecall recall;
  private final Holds holds;
  private final Heartbeats heartbeats;
  private final Workplace place;
  private final TopicNames topics;
  private final Clocks clocks;
  private final Set<Integer> toTakeOver = new TreeSet<>();
  private final Polls polls;
  private Batch batch = new Batch();
  private boolean joined;

  /** The partitions are given away and not yet given back: whom a result belongs to is unknown. */
  private boolean rebalancing;

  /**
   * Memory is ahead of the log, from the first decision of a turn to its commit. If the turn fails
   * in between, nothing more may be committed from memory: positions without their claims would
   * lose actions.
   */
  private boolean ahead;

  Worker(
      ExecutorConfig config,
      KafkaClients clients,
      TopicNames topics,
      Tools tools,
      Workplace place,
      Clocks clocks) {
    Codecs codecs = place.codecs();
    this.topics = topics;
    this.place = place;
    this.clocks = clocks;
    this.consumer = clients.member();
    this.ledger = new Ledger(clients.ledger(), topics, codecs);
    this.postponed = new Postponed(consumer, clocks.nano());
    this.assignment = new Assignment(topics.dispatch(), topics.settlements());
    this.recall = new ClaimRecall(topics.claims(), codecs.claims(), clients);
    this.executions =
        new Executions(
            new ExecutionMachine(config.lease()),
            place.calls(),
            new Executions.Collaborators(
                recall, new SettlementLog(place.endings(), place.listener()), place.endings()),
            clocks);
    this.polls = new Polls(consumer, place.calls(), executions, clocks);
    this.results = new Results(place.calls(), executions, place.evidence(), place.listener());
    this.holds = new Holds(clocks.nano());
    this.heartbeats = new Heartbeats(consumer, config.kafka().sessionTimeout(), clocks.nano());
    this.intake = new Intake(assignment, executions, tools, codecs, clocks, config.instance());
    this.takeover =
        new Takeover(
            consumer,
            new ClaimsReader(topics.claims(), codecs.claims(), clients),
            assignment,
            tools,
            topics);
    this.reports = new WorkReports(executions, assignment, holds, place.listener(), clocks);
  }

  void join() {
    place.calls().onReturned(polls::wakeUpIfWaiting);
    ledger.open();
    consumer.subscribe(List.of(topics.dispatch(), topics.settlements()), new Rebalances());
  }

  /** Makes a waiting poll return. Thread-safe. */
  void wakeUp() {
    consumer.wakeup();
  }

  /** Figures of its consumer and its producer. Thread-safe. */
  Map<MetricName, Metric> clientMetrics() {
    Map<MetricName, Metric> figures = new HashMap<>(consumer.metrics());
    figures.putAll(ledger.metrics());
    return figures;
  }

  /**
   * Why it does not serve its share; empty if it does, be the share empty. To be asked after a
   * turn: the partitions of a takeover are committed with it, which proves that they can be.
   */
  Optional<String> obstacle() {
    if (!hasShare()) {
      return Optional.of("joins its group or takes over");
    }
    return holds.obstacle().or(heartbeats::obstacle);
  }

  /** Whether nothing runs and nothing waits to be written. */
  boolean isIdle() {
    return place.calls().inFlight() == 0 && batch.isEmpty();
  }

  /** One turn: poll, decide, commit, start. */
  void turn(Accept accept) {
    postponed.resumeDue();
    ConsumerRecords<byte[], byte[]> records = polls.poll(batch, knowsItsShare());
    ahead = true;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (record.topic().equals(topics.dispatch())) {
        assignment.received(record);
      } else if (!postponed.holds(record) && !intake.settle(record, batch)) {
        postponed.hold(record);
      }
    }
    takeOver();
    if (knowsItsShare()) {
      results.take(batch);
    }
    if (accept == Accept.NEW_ACTIONS) {
      assignment.owned().forEach(partition -> intake.claimFrom(partition, batch));
    }
    if (executions.hasDue() && !place.lease().isFresh()) {
      executions.touchDue(batch);
    }
    commit();
    if (accept == Accept.NEW_ACTIONS) {
      executions.startDue(batch);
    }
    balancePauses();
    reports.reportLoadIfDue();
  }

  /** Whether a turn takes new work or only finishes what runs. */
  enum Accept {
    NEW_ACTIONS,
    ONLY_RESULTS
  }

  /** Whether the group has given it a share, be it empty, and it is done with taking that over. */
  boolean hasShare() {
    return knowsItsShare() && toTakeOver.isEmpty();
  }

  private boolean knowsItsShare() {
    return joined && !rebalancing;
  }

  private void takeOver() {
    toTakeOver.addAll(holds.due());
    for (int partition : List.copyOf(toTakeOver)) {
      try {
        recover(partition, takeover.take(partition));
        consumer.resume(partitions(partition));
        holds.release(partition);
      } catch (ActOnceException e) {
        if (e.code().category() == ErrorCategory.RETRYABLE) {
          throw e;
        }
        holds.hold(partition, e);
      }
      toTakeOver.remove(partition);
    }
  }

  private void recover(int partition, List<Takeover.Found> found) {
    batch.touch(partition);
    for (Takeover.Found claim : found) {
      executions.recover(partition, claim, batch);
      if (batch.isLarge()) { // Hundreds of arguments must not be in memory at once.
        commit();
        ahead = true;
      }
    }
  }

  private void commit() {
    if (!batch.isEmpty()) {
      ahead = true;
      ExecutorListener.Commit written = batch.toCommit();
      place.listener().committing(written);
      long beganAtNanos = clocks.nano().getAsLong();
      Map<IdempotencyKey, Long> offsets =
          ledger.commit(batch, assignment.offsets(batch.partitions()), consumer.groupMetadata());
      long endedAtNanos = clocks.nano().getAsLong();
      polls.committed(beganAtNanos, endedAtNanos);
      place.listener().committed(written, Duration.ofNanos(endedAtNanos - beganAtNanos));
      reports.reportWaits(batch);
      batch = new Batch();
      results.committed();
      place.lease().prove(beganAtNanos);
      executions.committed(offsets);
    }
    ahead = false;
  }

  private void balancePauses() {
    for (int partition : assignment.owned()) {
      List<TopicPartition> dispatch = List.of(new TopicPartition(topics.dispatch(), partition));
      if (assignment.hasUnclaimed(partition)) {
        consumer.pause(dispatch);
      } else {
        consumer.resume(dispatch);
      }
    }
  }

  private List<TopicPartition> partitions(int partition) {
    return List.of(
        new TopicPartition(topics.dispatch(), partition),
        new TopicPartition(topics.settlements(), partition));
  }

  @Override
  public void close() {
    place.lease().drop();
    place.calls().onReturned(() -> {});
    reports.reportNothing();
    try (ledger;
        recall) {
      consumer.close(CloseOptions.timeout(CLOSE_TIMEOUT));
    } finally {
      results.keep();
    }
  }

  /** Called inside poll, on the poll thread. */
  private final class Rebalances implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
      if (!ahead) {
        results.take(batch);
        executions.park(numbers(revoked), batch);
        commit();
      }
      drop(revoked);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> lost) {
      results.keep();
      batch = new Batch();
      drop(lost);
    }

    /** Nothing is read before the takeover, which runs outside this callback. */
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> added) {
      consumer.pause(added);
      added.forEach(partition -> consumer.seek(partition, 0));
      toTakeOver.addAll(numbers(added));
      joined = true;
      rebalancing = false;
    }

    private void drop(Collection<TopicPartition> partitions) {
      place.lease().drop();
      rebalancing = true;
      Set<Integer> numbers = numbers(partitions);
      toTakeOver.removeAll(numbers);
      holds.drop(numbers);
      postponed.drop(partitions);
      executions.drop(numbers);
      assignment.remove(numbers);
    }

    private Set<Integer> numbers(Collection<TopicPartition> partitions) {
      return partitions.stream().map(TopicPartition::partition).collect(Collectors.toSet());
    }
  }
}
