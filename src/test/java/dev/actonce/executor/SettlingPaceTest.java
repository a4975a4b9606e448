package dev.actonce.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.RetryPolicy;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.ExecutionMachine;
import dev.actonce.core.execution.LookupResult;
import dev.actonce.testing.Approved;
import dev.actonce.tool.ActionCall;
import dev.actonce.tool.ActionHandler;
import dev.actonce.wire.ClaimsTable;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How often a doubt is looked up, on a clock that the test moves. */
class SettlingPaceTest {
  private static final Duration LEASE = Duration.ofSeconds(8);
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(START);
  private final AtomicInteger lookups = new AtomicInteger();
  private final Lease lease = new Lease(LEASE, () -> 0);
  private final MockKafka kafka = new MockKafka();
  private final Calls calls = new Calls(4, lease, "test", ExecutorListener.NONE, System::nanoTime);
  private final Executions executions =
      new Executions(
          new ExecutionMachine(LEASE),
          calls,
          new Executions.Collaborators(
              new ClaimRecall("none", new Codecs().claims(), kafka),
              new SettlementLog(new Endings(), ExecutorListener.NONE),
              new Endings()),
          new Clocks(now::get, () -> 0, new Random(1)));

  @AfterEach
  void stop() {
    calls.close();
  }

  @Test
  void looksUpOncePerDueTimeAfterALongPause() { // K13
    lease.prove(0);
    recover();

    now.updateAndGet(then -> then.plusSeconds(39));
    turn();
    assertThat(lookups).as("before the settle delay").hasValue(0);

    now.updateAndGet(then -> then.plus(Duration.ofHours(5)));
    turn();
    await().until(calls::hasReturned);
    for (int i = 0; i < 30; i++) {
      turn();
    }

    assertThat(lookups).hasValue(1);
  }

  private void recover() {
    ApprovedAction action = Approved.action("look", "a");
    Claim claim = Claim.fresh(action, "claim-1", "before", Claim.Terms.of(policy()), START, 0);
    kafka.claimsHold(
        List.of(new ProducerRecord<>("none", new byte[0], new Codecs().claims().encode(claim))));
    executions.recover(
        0,
        new Takeover.Found(new ClaimsTable.Live(claim, 0), new BoundTool(policy(), new Counting())),
        new Batch());
    executions.committed(Map.of());
  }

  private void turn() {
    Batch batch = new Batch();
    calls.drain().forEach(returned -> executions.returned(returned, batch));
    executions.committed(Map.of());
    executions.startDue(batch);
  }

  private static ToolPolicy policy() {
    return new ToolPolicy(
        "look",
        SafetyClass.LOOKUP,
        KeyPolicy.AUTO,
        ToolPolicy.Memory.DEFAULT,
        new ToolPolicy.Execution(
            RetryPolicy.DEFAULT,
            Duration.ofSeconds(30),
            4,
            Duration.ofHours(1),
            Duration.ofSeconds(2)),
        "hash");
  }

  /** Its look-up always fails. */
  private final class Counting implements ActionHandler {
    @Override
    public ActionResult execute(ActionCall call) {
      throw new AssertionError("a lookup tool in doubt must not be called");
    }

    @Override
    public LookupResult lookUp(ActionCall call) {
      lookups.incrementAndGet();
      return new LookupResult.Inconclusive("503");
    }
  }
}
