package dev.actonce.lab.chaos;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Kills and freezes gates, and takes their local state away. */
final class GateFaults implements Inflictor {
  private final List<Member> gates;
  private final Function<String, Path> states;
  private final FaultLog log;

  /**
   * Faults of gates.
   *
   * @param states tells where a gate keeps its state
   * @param log hears how long a restore took
   */
  GateFaults(List<Member> gates, Function<String, Path> states, FaultLog log) {
    this.gates = List.copyOf(gates);
    this.states = states;
    this.log = log;
  }

  @Override
  public void inflict(FaultSchedule.Fault fault) throws InterruptedException {
    Member gate = gates.get(fault.target() % gates.size());
    gate.awaitReady(Cluster.READY_LIMIT);
    switch (fault.kind()) {
      case KILL_GATE ->
          gate.hold(
              () -> {
                gate.kill();
                gate.start();
              });
      case FREEZE_GATE -> gate.hold(() -> gate.child().freeze(ExecutorFaults.FREEZE));
      case DELETE_GATE_STATE -> gate.hold(() -> restore(gate));
      default -> throw new IllegalArgumentException(fault.kind() + " is no fault of gates");
    }
  }

  private void restore(Member gate) throws InterruptedException {
    gate.kill();
    delete(states.apply(gate.name()));
    long startNanos = System.nanoTime();
    gate.start();
    gate.awaitReady(Cluster.READY_LIMIT);
    log.restored(Duration.ofNanos(System.nanoTime() - startNanos));
  }

  private static void delete(Path root) {
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new ActOnceException(ErrorCode.INTERNAL, "cannot delete " + root + ": " + e, e);
    }
  }
}
