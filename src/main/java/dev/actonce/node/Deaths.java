package dev.actonce.node;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.executor.ExecutorApp;
import dev.actonce.topology.GateApp;
import java.util.Optional;

/** What ended a part of a process that nobody closed, also if it ended without a word. */
public final class Deaths {
  private Deaths() {}

  public static Optional<ActOnceException> of(GateApp gate) {
    return gate.failure();
  }

  public static Optional<ActOnceException> of(ExecutorApp executor) {
    boolean hasEnded = executor.sinceTurn().isEmpty(); // Asked first: its failure is set by then.
    return executor
        .failure()
        .or(
            () ->
                hasEnded
                    ? dead(
                        ErrorCode.INTERNAL,
                        "the executor's thread has ended; its claims are recovered by the next"
                            + " start, whose log tells more if it ends again")
                    : Optional.empty());
  }

  private static Optional<ActOnceException> dead(ErrorCode code, String message) {
    return Optional.of(new ActOnceException(code, message));
  }
}
