package dev.actonce.cli;

import dev.actonce.core.ActOnceException;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.executor.ExecutorApp;
import dev.actonce.node.Deaths;
import dev.actonce.topology.GateApp;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;

/** A part that runs until the process is asked to stop, or until it cannot go on. */
final class Service {
  private static final Duration LOOK = Duration.ofMillis(250);

  private Service() {}

  static int serve(CommandSpec spec, String name, GateApp gate, Shutdown shutdown)
      throws InterruptedException {
    return serve(spec, name, gate::ready, () -> Deaths.of(gate), shutdown);
  }

  static int serve(CommandSpec spec, String name, ExecutorApp executor, Shutdown shutdown)
      throws InterruptedException {
    return serve(spec, name, () -> awaitReady(executor), () -> Deaths.of(executor), shutdown);
  }

  /** Runs an embedded pipeline, which is ready. */
  static int serve(CommandSpec spec, EmbeddedPipeline pipeline, Shutdown shutdown)
      throws InterruptedException {
    return untilAsked(spec, "", () -> {}, pipeline::failure, shutdown);
  }

  /** Says ready once; ends with the failure of the part, or cleanly when asked to stop. */
  private static int serve(
      CommandSpec spec,
      String name,
      Supplier<Boolean> ready,
      Supplier<Optional<ActOnceException>> failure,
      Shutdown shutdown)
      throws InterruptedException {
    AtomicBoolean announced = new AtomicBoolean();
    Runnable look =
        () -> {
          if (!announced.get() && ready.get()) {
            spec.commandLine().getOut().println(name + " ready");
            announced.set(true);
          }
        };
    return untilAsked(spec, name + " ", look, failure, shutdown);
  }

  private static int untilAsked(
      CommandSpec spec,
      String name,
      Runnable look,
      Supplier<Optional<ActOnceException>> failure,
      Shutdown shutdown)
      throws InterruptedException {
    while (!shutdown.await(LOOK)) {
      look.run();
      Optional<ActOnceException> failed = failure.get();
      if (failed.isPresent()) {
        throw failed.get();
      }
    }
    spec.commandLine().getErr().println("actonce: stopping " + name + "...");
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
