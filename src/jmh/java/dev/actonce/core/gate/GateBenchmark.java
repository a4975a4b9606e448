package dev.actonce.core.gate;

import dev.actonce.bench.Examples;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The decision over one publish whose key is derived and looked up. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class GateBenchmark {
  /** What the gate knows of the key, and what it must decide. */
  public enum Known {
    ABSENT(Verdict.Kind.ADMITTED),
    OPEN(Verdict.Kind.IN_PROGRESS),
    REMEMBERED(Verdict.Kind.ALREADY_DONE);

    private final Verdict.Kind expected;

    Known(Verdict.Kind expected) {
      this.expected = expected;
    }
  }

  /** State of the key. */
  @Param public Known known = Known.ABSENT;

  private final Arrival arrival = Examples.retry();
  private KeyState state = KeyState.NONE;

  @Setup
  public void prepare() {
    state = state();
    if (decide().kind() != known.expected) {
      throw new IllegalStateException("decided " + decide().kind() + ", not " + known.expected);
    }
  }

  @Benchmark
  public Verdict decide() {
    return Gate.decide(arrival, state, Examples.POLICY);
  }

  private KeyState state() {
    return switch (known) {
      case ABSENT -> KeyState.NONE;
      case OPEN -> KeyState.open(Examples.openEntry());
      case REMEMBERED -> KeyState.remembered(Examples.memoryEntry());
    };
  }
}
