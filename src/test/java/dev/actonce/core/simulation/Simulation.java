package dev.actonce.core.simulation;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** One seeded run of agents, gates, executors, operator and target over a few partitions. */
final class Simulation {
  private static final Duration FAULTS_END = Duration.ofMinutes(6);
  private static final Duration LIMIT = Duration.ofHours(3);
  private static final int MAX_EVENTS = 50_000;

  private final Timeline time;
  private final Checker checker;
  private final Topics topics;
  private final List<GateGroup> gates;
  private final ExecutorGroup executors;
  private int events;

  Simulation(long seed, Mutant mutant) {
    this.time = new Timeline(seed, FAULTS_END);
    this.checker = new Checker(time);
    this.topics = new Topics(time, checker, mutant);
    Settlements settlements = new Settlements(topics, mutant);
    Target target = new Target(time, checker, settlements::happened);
    GateMutation mutation = new GateMutation(mutant, new HostClock(time));
    this.gates =
        topics.partitions().stream()
            .map(partition -> new GateGroup(topics, partition, mutation))
            .toList();
    List<ExecutorActor> actors =
        Stream.of("worker-1", "worker-2")
            .map(name -> new ExecutorActor(name, topics, target, settlements, mutant))
            .toList();
    this.executors = new ExecutorGroup(topics, settlements, actors);
  }

  /** Runs to the end; returns how many events it took. */
  int run() {
    new Agents(topics, this::wakeUp).plan();
    while (events < MAX_EVENTS && time.step(LIMIT)) {
      events++;
      checker.check();
    }
    checker.checkEnd(topics);
    return events;
  }

  /** What was reached so far. */
  Coverage coverage() {
    return time.coverage();
  }

  private void wakeUp() {
    gates.forEach(GateGroup::wakeUp);
    executors.wakeUp();
  }
}
