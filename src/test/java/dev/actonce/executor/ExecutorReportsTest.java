package dev.actonce.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.metrics.ToolLoad;
import dev.actonce.metrics.Workload;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an executor tells of its load, its waits and its evidence. */
class ExecutorReportsTest {
  private static final ToolPolicy POLICY =
      new ToolPolicy(
          "unsafe",
          SafetyClass.UNSAFE,
          KeyPolicy.AUTO,
          ToolPolicy.Memory.DEFAULT,
          ToolPolicy.Execution.DEFAULT,
          "test");
  private static final ExecutorConfig CONFIG = ExecutorConfig.of(KafkaConfig.of("none:1"), "one");

  private final MockKafka kafka = new MockKafka();
  private final AtomicLong nanos = new AtomicLong();
  private final Clocks clocks = new Clocks(() -> Instant.EPOCH, nanos::get, new Random(1));
  private final Lease lease = new Lease(Duration.ofSeconds(8), nanos::get);
  private final Recorder recorder = new Recorder();
  private final Calls calls = new Calls(8, lease, "test-handler", recorder, nanos::get);
  private volatile ActionResult answer = new ActionResult.Succeeded("1", null);

  @AfterEach
  void stop() {
    calls.close();
  }

  @Test
  void tellsOfAnOpenDoubtAndSinceWhen() {
    answer = new ActionResult.Unknown("TIMEOUT", "no answer");
    Worker worker = served();

    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    worker.turn(Worker.Accept.NEW_ACTIONS);

    Workload load = recorder.loads.get(recorder.loads.size() - 1);
    assertThat(load.owned()).isEqualTo(1);
    assertThat(load.tools())
        .containsOnly(Map.entry("unsafe", new ToolLoad(0, 0, 0, 0, 1, Instant.EPOCH)));
  }

  @Test
  void tellsOfItsLoadOnceASecondAndOfNothingAfterTheEnd() {
    Worker worker = served();
    int before = recorder.loads.size();
    worker.turn(Worker.Accept.NEW_ACTIONS);
    assertThat(recorder.loads).hasSize(before);

    worker.close();

    assertThat(recorder.loads).hasSize(before + 1);
    assertThat(recorder.loads.get(before).owned()).isZero();
  }

  @Test
  void tellsOnceHowLongAnOutcomeWaitedForItsCommit() {
    served();

    assertThat(recorder.told).singleElement().satisfies(d -> assertThat(d.isNegative()).isFalse());
  }

  @Test
  void tellsThatAnAnswerBecameEvidence() {
    Worker worker = worker();
    worker.join();
    kafka.assignAll();
    worker.turn(Worker.Accept.NEW_ACTIONS);
    kafka.dispatch(Approvals.of("unsafe", "a"));
    worker.turn(Worker.Accept.NEW_ACTIONS);
    await().until(calls::hasReturned);
    kafka.ledger.commitTransactionException = new KafkaException("fenced");
    assertThatThrownBy(() -> worker.turn(Worker.Accept.NEW_ACTIONS))
        .isInstanceOf(KafkaException.class);
    worker.close();
    assertThat(recorder.evidence).as("kept for the next membership").hasValue(0);

    kafka.renew();
    Worker next = worker();
    next.join();
    kafka.assignAll();
    next.turn(Worker.Accept.NEW_ACTIONS);

    assertThat(recorder.evidence).hasValue(1);
    assertThat(kafka.settlements()).hasSize(1);
  }

  /** A worker that has claimed one action, and has written what became of it. */
  private Worker served() {
    Worker worker = worker();
    worker.join();
    kafka.assignAll();
    worker.turn(Worker.Accept.NEW_ACTIONS);
    kafka.dispatch(Approvals.of("unsafe", "a"));
    worker.turn(Worker.Accept.NEW_ACTIONS);
    await().until(calls::hasReturned);
    worker.turn(Worker.Accept.NEW_ACTIONS);
    return worker;
  }

  private Worker worker() {
    Evidence evidence =
        new Evidence(
            kafka.evidence,
            MockKafka.TOPICS,
            new Codecs().settlements(),
            () -> Instant.EPOCH,
            "one");
    return new Worker(
        CONFIG,
        kafka,
        MockKafka.TOPICS,
        name -> Optional.of(new BoundTool(POLICY, call -> answer)),
        new Workplace(calls, lease, evidence, new Endings(), new Codecs(), recorder),
        clocks);
  }

  private static final class Recorder implements ExecutorListener {
    final List<Workload> loads = new CopyOnWriteArrayList<>();
    final List<Duration> told = new CopyOnWriteArrayList<>();
    final AtomicInteger evidence = new AtomicInteger();

    @Override
    public void loaded(Workload load) {
      loads.add(load);
    }

    @Override
    public void told(Duration sinceReturn) {
      told.add(sinceReturn);
    }

    @Override
    public void reportedEvidence(Claim claim) {
      evidence.incrementAndGet();
    }
  }
}
