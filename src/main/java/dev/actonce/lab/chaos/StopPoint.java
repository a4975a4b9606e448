package dev.actonce.lab.chaos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.execution.Claim;
import dev.actonce.executor.ExecutorListener;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stops an executor at a named step, once: {@code arm STEP} sets it, the step says where it is and
 * then waits, to be killed, or to hear {@code go}. Thread-safe.
 */
final class StopPoint implements ExecutorListener {
  static final String ARM = "arm ";
  static final String GO = "go";

  private static final JsonMapper JSON = new JsonMapper();

  private final Consumer<String> reached;
  private final AtomicReference<@Nullable Step> armed = new AtomicReference<>();
  private final Semaphore go = new Semaphore(0);

  /** Where an executor can be stopped. */
  enum Step {
    BEFORE_CLAIM,
    AFTER_CLAIM_COMMIT,
    CALLING,
    BEFORE_OUTCOME_COMMIT,
    AFTER_OUTCOME_COMMIT
  }

  /**
   * A point that is not armed.
   *
   * @param reached hears the step's name, and for a call the order that it is about
   */
  StopPoint(Consumer<String> reached) {
    this.reached = reached;
  }

  void obey(String order) {
    if (order.equals(GO)) {
      go.release();
    } else if (order.startsWith(ARM)) {
      armed.set(Step.valueOf(order.substring(ARM.length())));
    }
  }

  @Override
  public void committing(Commit commit) {
    stopAt(Step.BEFORE_CLAIM, claims(commit), "");
    stopAt(Step.BEFORE_OUTCOME_COMMIT, ends(commit), "");
  }

  @Override
  public void committed(Commit commit, Duration took) {
    stopAt(Step.AFTER_CLAIM_COMMIT, claims(commit), "");
    stopAt(Step.AFTER_OUTCOME_COMMIT, ends(commit), "");
  }

  @Override
  public void calling(Claim claim) {
    if (armed.get() == Step.CALLING) {
      boolean charges = claim.terms().safety() != SafetyClass.READ_ONLY;
      stopAt(Step.CALLING, charges, " " + order(claim));
    }
  }

  private static boolean claims(Commit commit) {
    return commit.claims().stream().anyMatch(claim -> claim.state() == Claim.State.CLAIMED);
  }

  private static boolean ends(Commit commit) {
    return commit.outcomes().stream().anyMatch(outcome -> outcome.status().isFinal());
  }

  private void stopAt(Step step, boolean applies, String detail) {
    if (applies && armed.compareAndSet(step, null)) {
      reached.accept(step.name() + detail);
      go.acquireUninterruptibly();
    }
  }

  private static String order(Claim claim) {
    try {
      return JSON.readTree(claim.action().intent().arguments()).path("invoice").asText();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the run's agents publish JSON", e);
    }
  }
}
