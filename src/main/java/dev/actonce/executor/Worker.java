package dev.actonce.executor;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.ExecutionMachine;
import dev.actonce.kafka.TopicNames;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * One membership in the executor group, from joining to losing it. Each turn of its loop polls,
 * lets {@link Executions} decide, commits one transaction, and only then starts what was claimed.
 *
 * <p>A failed transaction ends the membership: what was decided but not committed is forgotten, and
 * the next membership recovers from the claims topic, which is the truth. Confined to the poll
 * thread, but for {@link #wakeUp()}.
 */
final class Worker implements AutoCloseable {
  private static final Duration MAX_POLL = Duration.ofMillis(100);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final Consumer<byte[], byte[]> consumer;
  private final Ledger ledger;
  private final Assignment assignment;
  private final Postponed postponed;
  private final Executions executions;
  private final Intake intake;
  private final Takeover takeover;
  private final WorkReports reports;
  private final Workplace place;
  private final TopicNames topics;
  private final Clocks clocks;
  private final Set<Integer> assigned = new TreeSet<>();
  private final List<Calls.Returned> uncommitted = new ArrayList<>();
  private final CommitTempo tempo = new CommitTempo();
  private final AtomicBoolean waiting = new AtomicBoolean();
  private Batch batch = new Batch();
  private boolean joined;

  /**
   * Memory is ahead of the log, from the first decision of a turn to its commit. If the turn fails
   * in between, nothing more may be committed from memory: positions without their claims would
   * lose actions.
   */
  private boolean ahead;

  /** What outlives a membership: calls go on while the group rebalances. */
  record Workplace(
      Calls calls, Lease lease, Evidence evidence, Codecs codecs, ExecutorListener listener) {}

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
    this.executions =
        new Executions(
            new ExecutionMachine(config.lease()), place.calls(), clocks.wall(), clocks.random());
    this.intake = new Intake(assignment, executions, tools, codecs, clocks, config.instance());
    this.takeover =
        new Takeover(
            consumer,
            new ClaimsReader(topics.claims(), codecs.claims(), clients),
            executions,
            assignment,
            tools,
            topics);
    this.reports = new WorkReports(executions, assignment, place.listener(), clocks);
  }

  void join() {
    place.calls().onReturned(this::wakeUpIfWaiting);
    ledger.open();
    consumer.subscribe(List.of(topics.dispatch(), topics.settlements()), new Rebalances());
  }

  /** Makes a waiting poll return. Thread-safe. */
  void wakeUp() {
    consumer.wakeup();
  }

  /** Once for each wait, however many calls return: to wake a consumer is a system call. */
  private void wakeUpIfWaiting() {
    if (waiting.compareAndSet(true, false)) {
      consumer.wakeup();
    }
  }

  /** Figures of its consumer and its producer. Thread-safe. */
  Map<MetricName, Metric> clientMetrics() {
    Map<MetricName, Metric> figures = new HashMap<>(consumer.metrics());
    figures.putAll(ledger.metrics());
    return figures;
  }

  /** Whether the group has given this member its share, be it empty, and it has taken it over. */
  boolean hasJoined() {
    return joined && assigned.isEmpty();
  }

  /** Whether nothing runs and nothing waits to be written. */
  boolean isIdle() {
    return place.calls().inFlight() == 0 && batch.isEmpty();
  }

  /** One turn: poll, decide, commit, start. */
  void turn(Accept accept) {
    postponed.resumeDue();
    ConsumerRecords<byte[], byte[]> records = poll();
    ahead = true;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (record.topic().equals(topics.dispatch())) {
        assignment.received(record);
      } else if (!postponed.holds(record) && !intake.settle(record, batch)) {
        postponed.hold(record);
      }
    }
    takeOver();
    takeReturned();
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

  private ConsumerRecords<byte[], byte[]> poll() {
    waiting.set(true); // Before the look at what has returned: what returns later wakes the poll.
    try {
      return consumer.poll(pollTimeout());
    } catch (WakeupException e) {
      return ConsumerRecords.empty();
    } finally {
      waiting.set(false);
    }
  }

  private Duration pollTimeout() {
    if (!batch.isEmpty()) {
      return Duration.ZERO;
    }
    if (place.calls().hasReturned()) {
      waiting.set(false);
      Calls calls = place.calls();
      return tempo.rest(calls.returned(), calls.inFlight(), clocks.nano().getAsLong());
    }
    @Nullable Instant due = executions.nextDue();
    if (due == null || place.calls().capacity() == 0) {
      return MAX_POLL;
    }
    Duration wait = Duration.between(clocks.wall().instant(), due);
    return wait.isNegative() ? Duration.ZERO : wait.compareTo(MAX_POLL) < 0 ? wait : MAX_POLL;
  }

  private void takeOver() {
    for (int partition : assigned) {
      takeover.take(partition, batch);
      consumer.resume(partitions(partition));
    }
    assigned.clear();
  }

  private void takeReturned() {
    for (Calls.Returned returned : place.calls().drain()) {
      int outcomes = batch.outcomes().size();
      if (executions.returned(returned, batch)) {
        uncommitted.add(returned);
        if (batch.outcomes().size() > outcomes) {
          batch.answerOf(returned.atNanos());
        }
      } else {
        reportEvidence(returned);
      }
    }
  }

  private void reportEvidence(Calls.Returned returned) {
    if (returned instanceof Calls.Returned.Result result
        && result.result() instanceof ActionResult.Succeeded succeeded) {
      place.evidence().report(returned.claim(), succeeded);
      place.listener().reportedEvidence(returned.claim());
    }
  }

  /** What was seen but could not be committed is told to whoever owns the partition next. */
  private void forgetBatch() {
    uncommitted.forEach(this::reportEvidence);
    uncommitted.clear();
    batch = new Batch();
  }

  private void commit() {
    if (!batch.isEmpty()) {
      ahead = true;
      ExecutorListener.Commit written = batch.toCommit();
      place.listener().committing(written);
      long beganAtNanos = clocks.nano().getAsLong();
      ledger.commit(batch, assignment.offsets(batch.partitions()), consumer.groupMetadata());
      long endedAtNanos = clocks.nano().getAsLong();
      tempo.committed(beganAtNanos, endedAtNanos);
      place.listener().committed(written, Duration.ofNanos(endedAtNanos - beganAtNanos));
      reports.reportWaits(batch);
      batch = new Batch();
      uncommitted.clear();
      place.lease().prove(beganAtNanos);
      executions.committed();
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
    forgetBatch();
    reports.reportNothing();
    try {
      consumer.close(CloseOptions.timeout(CLOSE_TIMEOUT));
    } finally {
      ledger.close();
    }
  }

  /** Called inside poll, on the poll thread. */
  private final class Rebalances implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
      if (!ahead) {
        takeReturned();
        executions.park(numbers(revoked), batch);
        commit();
      }
      drop(revoked);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> lost) {
      forgetBatch();
      drop(lost);
    }

    /** Nothing is read before the takeover, which runs outside this callback. */
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> added) {
      consumer.pause(added);
      added.forEach(partition -> consumer.seek(partition, 0));
      assigned.addAll(numbers(added));
      joined = true;
    }

    private void drop(Collection<TopicPartition> partitions) {
      place.lease().drop();
      Set<Integer> numbers = numbers(partitions);
      assigned.removeAll(numbers);
      postponed.drop(partitions);
      executions.drop(numbers);
      assignment.remove(numbers);
    }

    private Set<Integer> numbers(Collection<TopicPartition> partitions) {
      return partitions.stream().map(TopicPartition::partition).collect(Collectors.toSet());
    }
  }
}
