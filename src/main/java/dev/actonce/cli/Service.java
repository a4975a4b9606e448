package dev.actonce.cli;

import dev.actonce.core.ActOnceException;
import dev.actonce.node.Node;
import dev.actonce.node.ObstacleLog;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;

/** A part that runs until the process is asked to stop, or until it cannot go on. */
final class Service {
  private static final Duration LOOK = Duration.ofMillis(250);

  private Service() {}

  /** Says ready once; ends with the failure of the node, or cleanly when asked to stop. */
  static int serve(CommandSpec spec, Node node, Shutdown shutdown) throws InterruptedException {
    AtomicBoolean announced = new AtomicBoolean();
    ObstacleLog obstacles = ObstacleLog.of(node.name());
    Runnable look =
        () -> {
          obstacles.look(node.obstacle());
          if (!announced.get() && node.isReady()) {
            spec.commandLine().getOut().println(node.name() + " ready");
            announced.set(true);
          }
        };
    return untilAsked(spec, node.name() + " ", look, node::failure, shutdown);
  }

  /** Runs what is ready and has said so, such as an embedded pipeline. */
  static int serve(
      CommandSpec spec, Supplier<Optional<ActOnceException>> failure, Shutdown shutdown)
      throws InterruptedException {
    return untilAsked(spec, "", () -> {}, failure, shutdown);
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
}
