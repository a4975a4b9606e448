package dev.actonce.cli;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.executor.ExecutorApp;
import dev.actonce.topology.GateApp;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;

/** A part that runs until the process is asked to stop, or until it cannot go on. */
final class Service {
  private static final Duration LOOK = Duration.ofMillis(250);

  private Service() {}

  static int serve(CommandSpec spec, String name, GateApp gate, Shutdown shutdown)
      throws InterruptedException {
    return serve(spec, name, gate::ready, () -> failure(gate), shutdown);
  }

  static int serve(CommandSpec spec, String name, ExecutorApp executor, Shutdown shutdown)
      throws InterruptedException {
    return serve(spec, name, () -> awaitReady(executor), executor::failure, shutdown);
  }

  private static Optional<ActOnceException> failure(GateApp gate) {
    return gate.failure()
        .map(
            cause ->
                cause instanceof ActOnceException known
                    ? known
                    : new ActOnceException(
                        ErrorCode.INTERNAL,
                        "the gate stopped: "
                            + cause
                            + "; start it again, and look at its log if it"
                            + " stops again",
                        cause));
  }

  /** Says ready once; ends with the failure of the part, or cleanly when asked to stop. */
  private static int serve(
      CommandSpec spec,
      String name,
      Supplier<Boolean> ready,
      Supplier<Optional<ActOnceException>> failure,
      Shutdown shutdown)
      throws InterruptedException {
    boolean announced = false;
    while (!shutdown.await(LOOK)) {
      if (!announced && ready.get()) {
        spec.commandLine().getOut().println(name + " ready");
        announced = true;
      }
      Optional<ActOnceException> failed = failure.get();
      if (failed.isPresent()) {
        throw failed.get();
      }
    }
    spec.commandLine().getErr().println("actonce: stopping " + name + " ...");
    return 0;
  }

  private static boolean awaitReady(ExecutorApp executor) {
    try {
      return executor.awaitReady(LOOK);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
