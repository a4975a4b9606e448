package dev.actonce.core.key;

import dev.actonce.bench.Examples;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.KeyChoice;
import dev.actonce.core.KeyPolicy;
import java.util.List;
import java.util.Set;
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

/** Key and fingerprint of an intent with 1 KiB of arguments. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class KeyBenchmark {
  /** What the key is made of. */
  public enum Kind {
    INTENT,
    TOOL_CALL,
    FINGERPRINT,
    /** Three of the fields make the identity, one of them nested. */
    FINGERPRINT_OF_FIELDS
  }

  /** Kind of the key. */
  @Param public Kind kind = Kind.INTENT;

  private final ActionIntent intent = Examples.intent();
  private KeyPolicy policy = KeyPolicy.AUTO;

  @Setup
  public void prepare() {
    policy = policy();
    if (!(derive() instanceof Derivation.Derived)) {
      throw new IllegalStateException("no key of kind " + kind);
    }
  }

  @Benchmark
  public Derivation derive() {
    return KeyDeriver.derive(intent, policy);
  }

  private KeyPolicy policy() {
    return switch (kind) {
      case INTENT -> of(KeyChoice.INTENT);
      case TOOL_CALL -> of(KeyChoice.TOOL_CALL);
      case FINGERPRINT -> of(KeyChoice.FINGERPRINT);
      case FINGERPRINT_OF_FIELDS ->
          of(KeyChoice.FINGERPRINT, "customer_id", "amount", "metadata.order_id");
    };
  }

  private static KeyPolicy of(KeyChoice choice, String... identity) {
    return new KeyPolicy(choice, List.of(identity), Set.of(), Set.of(), Set.of());
  }
}
