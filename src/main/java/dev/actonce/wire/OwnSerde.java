package dev.actonce.wire;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.RetryPolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * A serializer and a deserializer that the user named. Kafka gives each client its own and calls
 * them from one thread; here they are shared, so they are called one at a time. Thread-safe.
 */
final class OwnSerde implements AutoCloseable {
  private static final int MAX_REASON = 500;
  private static final RetryPolicy PAUSE =
      new RetryPolicy(100, Duration.ofSeconds(1), Duration.ofSeconds(15));

  private final Serializer<Object> serializer;
  private final Deserializer<Object> deserializer;
  private final LongSupplier nanos;
  private int failures;
  private long pausedUntilNanos;
  private String lastReason = "";

  OwnSerde(Serializer<Object> serializer, Deserializer<Object> deserializer, LongSupplier nanos) {
    this.serializer = serializer;
    this.deserializer = deserializer;
    this.nanos = nanos;
  }

  /**
   * Makes and configures both.
   *
   * @throws ActOnceException INVALID_SETTING naming the class that is missing or refuses
   */
  @SuppressWarnings("unchecked") // Kafka's own clients trust the configured types the same way.
  static OwnSerde open(WireFormat.Own format) {
    Serializer<Object> serializer =
        (Serializer<Object>) made("value-serializer", format.serializer(), Serializer.class);
    Deserializer<Object> deserializer =
        (Deserializer<Object>)
            made("value-deserializer", format.deserializer(), Deserializer.class);
    configure(format.serializer(), () -> serializer.configure(format.properties(), false));
    configure(format.deserializer(), () -> deserializer.configure(format.properties(), false));
    return new OwnSerde(serializer, deserializer, System::nanoTime);
  }

  synchronized byte[] serialize(String topic, Headers headers, Object value) {
    try {
      byte[] bytes = serializer.serialize(topic, headers, value);
      failures = 0;
      return bytes;
    } catch (RuntimeException e) {
      throw away(serializer.getClass().getName() + " failed on " + topic + ": " + reason(e), e);
    }
  }

  /**
   * What a value holds.
   *
   * @throws ActOnceException UNDECODABLE if it is none, REGISTRY_UNAVAILABLE if the surroundings
   *     are to blame
   */
  synchronized @Nullable Object deserialize(String topic, Headers headers, byte[] bytes) {
    String failed = deserializer.getClass().getName() + " failed: ";
    try {
      Object value = deserializer.deserialize(topic, headers, bytes);
      failures = 0;
      return value;
    } catch (RuntimeException | StackOverflowError e) {
      // A thread that is to end may fail at anything; the record is read again then.
      boolean interrupted = Thread.currentThread().isInterrupted();
      throw interrupted || OwnFailures.blamesSurroundings(e)
          ? away(failed + reason(e), e)
          : new ActOnceException(ErrorCode.UNDECODABLE, failed + reason(e), e);
    }
  }

  private ActOnceException away(String reason, Throwable e) {
    failures++;
    lastReason = reason;
    pausedUntilNanos = nanos.getAsLong() + PAUSE.backoff(failures, 1).toNanos();
    return new ActOnceException(ErrorCode.REGISTRY_UNAVAILABLE, reason, e);
  }

  /** Only the next value can tell whether it works again, so this ends after a growing pause. */
  synchronized Optional<String> outage() {
    boolean paused = failures > 0 && nanos.getAsLong() - pausedUntilNanos < 0;
    return paused ? Optional.of(lastReason) : Optional.empty();
  }

  private static String reason(Throwable failure) {
    Throwable cause = failure.getCause();
    String all = cause == null ? failure.toString() : failure + " (" + cause + ")";
    return Texts.line(all, MAX_REASON);
  }

  @Override
  public void close() {
    serializer.close();
    deserializer.close();
  }

  private interface Configuration {
    void apply();
  }

  private static void configure(String className, Configuration configuration) {
    try {
      configuration.apply();
    } catch (RuntimeException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          className
              + " refuses its properties: "
              + e.getMessage()
              + "; check schema-registry-url and schema-registry-config",
          e);
    }
  }

  /** A class by its name is what the setting is: Kafka's clients do the same. */
  private static Object made(String setting, String className, Class<?> type) {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    ClassLoader loader = context == null ? OwnSerde.class.getClassLoader() : context;
    try {
      return type.cast(
          Class.forName(className, true, loader).getDeclaredConstructor().newInstance());
    } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          setting
              + " "
              + className
              + " cannot be used ("
              + e
              + "); it must be a Kafka "
              + type.getSimpleName()
              + " on the class path, with a public constructor without arguments",
          e);
    }
  }
}
