package dev.actonce.core.simulation;

import java.util.stream.LongStream;

/** Runs many seeds on all processors, and says how to replay one that fails. */
final class Seeds {
  /** What the seeds reached together. */
  record Result(Coverage coverage, long events) {}

  private Seeds() {}

  /** Runs the seeds from first (inclusive) to last (inclusive); fails with the first that fails. */
  static Result run(long first, long last) {
    return LongStream.rangeClosed(first, last)
        .parallel()
        .mapToObj(Seeds::run)
        .reduce(new Result(new Coverage(), 0), Seeds::add);
  }

  /** Runs one seed. */
  static Result run(long seed) {
    Simulation simulation = new Simulation(seed, Mutant.NONE);
    try {
      int events = simulation.run();
      return new Result(simulation.coverage(), events);
    } catch (Violation | RuntimeException e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage() + "; " + replay(seed), e);
    }
  }

  private static Result add(Result a, Result b) {
    Coverage both = new Coverage().add(a.coverage()).add(b.coverage());
    return new Result(both, a.events() + b.events());
  }

  static String replay(long seed) {
    return "replay with: mvn -q test -Dtest=CoreSimulationTest#replaysOneSeed -Dactonce.seed="
        + seed;
  }
}
