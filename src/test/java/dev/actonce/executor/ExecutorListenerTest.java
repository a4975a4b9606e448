package dev.actonce.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A listener hears the steps of an action in the order in which they are taken. */
class ExecutorListenerTest {
  private static final ToolPolicy POLICY =
      new ToolPolicy(
          "unsafe",
          SafetyClass.UNSAFE,
          KeyPolicy.AUTO,
          ToolPolicy.Memory.DEFAULT,
          ToolPolicy.Execution.DEFAULT,
          "test");

  private final MockKafka kafka = new MockKafka();
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final Lease lease = new Lease(Duration.ofSeconds(8), () -> 0);
  private final Recorder recorder = new Recorder();
  private final Calls calls = new Calls(8, lease, "test-handler", recorder, System::nanoTime);
  private final Worker worker =
      new Worker(
          ExecutorConfig.of(KafkaConfig.of("none:1"), "one"),
          kafka,
          MockKafka.TOPICS,
          name -> Optional.of(new BoundTool(POLICY, call -> new ActionResult.Succeeded("1", null))),
          new Workplace(
              calls,
              lease,
              new Evidence(
                  kafka.evidence,
                  MockKafka.TOPICS,
                  new Codecs().settlements(),
                  () -> Instant.EPOCH,
                  "one"),
              new Endings(),
              new Codecs(),
              recorder),
          new Clocks(() -> Instant.EPOCH, () -> 0, new Random(1)));

  @AfterEach
  void stop() {
    calls.close();
  }

  @Test
  void hearsClaimCallAndOutcomeInThisOrder() {
    worker.join();
    kafka.assignAll();
    worker.turn(Worker.Accept.NEW_ACTIONS);
    heard.clear();

    kafka.dispatch(Approvals.of("unsafe", "a"));
    worker.turn(Worker.Accept.NEW_ACTIONS);
    await().until(calls::hasReturned);
    worker.turn(Worker.Accept.NEW_ACTIONS);

    assertThat(heard)
        .containsExactly(
            "committing 1 claims, 0 outcomes",
            "committed 1 claims, 0 outcomes",
            "calling unsafe",
            "returned Succeeded",
            "committing 0 claims, 1 outcomes",
            "committed 0 claims, 1 outcomes");
  }

  private final class Recorder implements ExecutorListener {
    @Override
    public void committing(Commit commit) {
      heard.add("committing " + text(commit));
    }

    @Override
    public void committed(Commit commit, Duration took) {
      heard.add("committed " + text(commit));
    }

    @Override
    public void calling(Claim claim) {
      heard.add("calling " + claim.action().intent().action());
    }

    @Override
    public void returned(Claim claim, ActionResult result, Duration took) {
      heard.add("returned " + result.getClass().getSimpleName());
    }

    private static String text(Commit commit) {
      return commit.claims().size() + " claims, " + commit.outcomes().size() + " outcomes";
    }
  }
}
