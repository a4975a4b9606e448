package dev.actonce.wire;

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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Values to Avro bytes and back, in single-object encoding. Intents carry 1 KiB of arguments. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class CodecsBenchmark {
  /** The types that an action's way needs. */
  public enum Type {
    ACTION_INTENT,
    APPROVED_ACTION,
    CLAIM,
    OUTCOME_EVENT,
    OPEN_ENTRY,
    MEMORY_ENTRY
  }

  /** Type of the value. */
  @Param public Type type = Type.ACTION_INTENT;

  private final Codecs codecs = new Codecs();
  private Trip<?> trip = trip(Type.ACTION_INTENT);

  @Setup
  public void prepare() {
    trip = trip(type);
    if (!trip.survives()) {
      throw new IllegalStateException(type + " does not survive its codec");
    }
  }

  @TearDown
  public void close() {
    codecs.close();
  }

  @Benchmark
  public byte[] encode() {
    return trip.encode();
  }

  @Benchmark
  public Object decode() {
    return trip.decode();
  }

  private Trip<?> trip(Type of) {
    return switch (of) {
      case ACTION_INTENT -> new Trip<>(codecs.intents(), Examples.intent());
      case APPROVED_ACTION -> new Trip<>(codecs.actions(), Examples.approvedAction());
      case CLAIM -> new Trip<>(codecs.claims(), Examples.claim());
      case OUTCOME_EVENT -> new Trip<>(codecs.outcomes(), Examples.outcome());
      case OPEN_ENTRY -> new Trip<>(codecs.openEntries(), Examples.openEntry());
      case MEMORY_ENTRY -> new Trip<>(codecs.memoryEntries(), Examples.memoryEntry());
    };
  }

  /** A value, its codec and its bytes. */
  private static final class Trip<T> {
    private final Codec<T> codec;
    private final T value;
    private final byte[] bytes;

    Trip(Codec<T> codec, T value) {
      this.codec = codec;
      this.value = value;
      this.bytes = codec.encode(value);
    }

    boolean survives() {
      return codec.decode(bytes).equals(value);
    }

    byte[] encode() {
      return codec.encode(value);
    }

    T decode() {
      return codec.decode(bytes);
    }
  }
}
