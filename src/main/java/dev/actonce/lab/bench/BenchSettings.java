package dev.actonce.lab.bench;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.time.Duration;
import java.util.Optional;

/**
 * What is measured.
 *
 * @param pressure how hard the load presses
 * @param times how long each phase takes
 * @param mix what is published
 * @param parts what the pipeline is made of
 * @param provider where the effects happen
 * @param baseline whether Kafka alone is measured too
 */
public record BenchSettings(
    Pressure pressure, Times times, Mix mix, Parts parts, Provider provider, Baseline baseline) {

  /** Calls at once of an executor whose handler returns at once, unless it is set. */
  public static final int HANDLER_CALLS = 1_000;

  /** How a load decides when to publish. */
  public enum Mode {
    /** As fast as answers make room in the in-flight bound. */
    SATURATE,
    /** At the times of a schedule, whether or not the answers keep up. */
    RATE,
    /** The next one when the last one is answered. */
    ONE_IN_FLIGHT
  }

  /** Where the effects happen. */
  public enum Provider {
    /** In this process, at once. */
    HANDLER,
    /** At the demo's payment provider, over HTTP on the loopback interface. */
    HTTP
  }

  /** Whether Kafka alone is measured too, on the same broker. */
  public enum Baseline {
    MEASURED,
    SKIPPED
  }

  /**
   * How hard a load presses.
   *
   * @param mode what triggers a publish
   * @param ratePerSecond publishes per second of {@link Mode#RATE}, 0.1 to 200,000
   * @param inFlight most publishes without an answer, 1 to 100,000; {@link Mode#ONE_IN_FLIGHT} has
   *     one
   */
  public record Pressure(Mode mode, double ratePerSecond, int inFlight) {
    public Pressure {
      requireBetween("--in-flight", inFlight, 1, 100_000);
      if (mode == Mode.RATE && !(ratePerSecond >= 0.1 && ratePerSecond <= 200_000)) {
        throw invalid("--rate must be 0.1 to 200000 per second, got " + ratePerSecond);
      }
    }

    /** Publishes that may be under way in this mode. */
    int room() {
      return mode == Mode.ONE_IN_FLIGHT ? 1 : inFlight;
    }

    /** The same bound, pressing in another way. */
    Pressure as(Mode other) {
      return new Pressure(other, ratePerSecond, inFlight);
    }

    /** The same bound, with a schedule. */
    Pressure atRate(double perSecond) {
      return new Pressure(Mode.RATE, perSecond, inFlight);
    }
  }

  /**
   * How long each phase takes.
   *
   * @param warmUp load on the new pipeline before anything is measured, up to 10 min; a JVM needs a
   *     minute or more to compile what runs often
   * @param duration measured load, 1 s to 2 h
   * @param every length of the parts of it that have figures of their own, 1 s or more; empty for
   *     none. What remains after the last whole part has none
   */
  public record Times(Duration warmUp, Duration duration, Optional<Duration> every) {
    private static final Duration LONGEST_SETTLING = Duration.ofSeconds(5);

    public Times {
      requireBetween("--warm-up seconds", warmUp.toSeconds(), 0, 600);
      requireBetween("--duration seconds", duration.toSeconds(), 1, 7_200);
      every.ifPresent(
          part -> requireBetween("--every seconds", part.toSeconds(), 1, duration.toSeconds()));
    }

    /** Undivided. */
    Times(Duration warmUp, Duration duration) {
      this(warmUp, duration, Optional.empty());
    }

    /** Load that is not measured, at the start of each phase. */
    Duration settling() {
      return warmUp.compareTo(LONGEST_SETTLING) < 0 ? warmUp : LONGEST_SETTLING;
    }
  }

  /**
   * What is published.
   *
   * @param payloadBytes size of the arguments, 128 to 200,000
   * @param duplicates share of publishes, 0 to 1, that repeat an action that is done already
   * @param duplicateKeys actions among which the repeats choose, 1 to 1,000,000
   * @param liveKeys actions that the gate remembers before anything is measured, up to 5,000,000
   * @param seed of everything random
   */
  public record Mix(
      int payloadBytes, double duplicates, int duplicateKeys, int liveKeys, long seed) {
    public Mix {
      requireBetween("--payload-bytes", payloadBytes, 128, 200_000);
      requireBetween("--duplicate-keys", duplicateKeys, 1, 1_000_000);
      requireBetween("--live-keys", liveKeys, 0, 5_000_000);
      if (!(duplicates >= 0 && duplicates <= 1)) {
        throw invalid("--duplicates must be 0 to 1, got " + duplicates);
      }
    }

    /** Actions that are done before anything is measured. */
    int prepared() {
      return duplicates > 0 ? Math.max(liveKeys, duplicateKeys) : liveKeys;
    }
  }

  /**
   * What the pipeline is made of.
   *
   * @param partitions of every topic, 1 to 100
   * @param gateThreads stream threads of the gate, 1 to 64
   * @param executors members of the executor group, 1 to 16
   * @param handlers calls at once of each executor, 1 to 10,000
   */
  public record Parts(int partitions, int gateThreads, int executors, int handlers) {
    public Parts {
      requireBetween("--partitions", partitions, 1, 100);
      requireBetween("--gate-threads", gateThreads, 1, 64);
      requireBetween("--executors", executors, 1, 16);
      requireBetween("--executor-max-in-flight", handlers, 1, 10_000);
    }
  }

  private static void requireBetween(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw invalid(name + " must be " + least + " to " + most + ", got " + value);
    }
  }

  private static ActOnceException invalid(String message) {
    return new ActOnceException(ErrorCode.INVALID_SETTING, message);
  }
}
