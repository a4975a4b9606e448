package dev.actonce.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.execution.Claim;
import dev.actonce.executor.ExecutorListener.Commit;
import dev.actonce.testing.Approved;
import dev.actonce.testing.Intents;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class StopPointTest {
  private final List<String> reached = new CopyOnWriteArrayList<>();
  private final StopPoint point = new StopPoint(reached::add);

  @Test
  void letsEverythingPassUntilItIsArmed() {
    point.committing(claiming());
    point.committed(claiming(), Duration.ZERO);
    point.calling(claim(SafetyClass.UNSAFE));

    assertThat(reached).isEmpty();
  }

  @Test
  void stopsAtTheArmedStepOnceUntilItHearsGo() throws InterruptedException {
    point.obey("arm BEFORE_CLAIM");
    CountDownLatch passed = new CountDownLatch(1);
    Thread worker =
        new Thread(
            () -> {
              point.committing(claiming());
              passed.countDown();
            });
    worker.start();
    await().until(() -> !reached.isEmpty());
    assertThat(passed.getCount()).isEqualTo(1);

    point.obey("go");
    worker.join();
    point.committing(claiming());

    assertThat(reached).containsExactly("BEFORE_CLAIM");
  }

  @Test
  void passesACommitWithoutWhatItWaitsFor() {
    point.obey("arm BEFORE_OUTCOME_COMMIT");
    point.committing(claiming());

    assertThat(reached).isEmpty();
  }

  @Test
  void namesTheOrderOfTheCall() {
    point.obey("arm CALLING");
    point.obey("go");
    point.calling(claim(SafetyClass.READ_ONLY));
    point.calling(claim(SafetyClass.UNSAFE));

    assertThat(reached).containsExactly("CALLING ord-1");
  }

  private static Commit claiming() {
    return new Commit(List.of(claim(SafetyClass.UNSAFE)), List.of(), 0);
  }

  private static Claim claim(SafetyClass safety) {
    ApprovedAction approved = Approved.action("unsafe", "one");
    ApprovedAction ordered =
        new ApprovedAction(
            approved.key(),
            1,
            approved.keyKind(),
            approved.fingerprint(),
            Instant.EPOCH,
            Intents.intent("unsafe", "one", "{\"invoice\":\"ord-1\"}"),
            ReplyHash.NONE);
    return Claim.fresh(ordered, "claim", "one", new Claim.Terms(safety, "hash"), Instant.EPOCH, 0);
  }
}
