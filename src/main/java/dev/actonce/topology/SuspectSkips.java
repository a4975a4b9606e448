package dev.actonce.topology;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what the watch over suspects passes over because it cannot read it, and logs it at most
 * once in {@link #EVERY}, with the number since. Nothing is lost by it but a report. Thread-safe.
 */
final class SuspectSkips {
  static final Duration EVERY = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(SuspectSkips.class);

  private final InstantSource clock;
  private final AtomicLong count = new AtomicLong();
  private Instant silentUntil = Instant.MIN;
  private long logged;

  SuspectSkips(InstantSource clock) {
    this.clock = clock;
  }

  /** All since the process began. */
  long count() {
    return count.get();
  }

  /** Decodes what may be anything. */
  interface Decoder<T> {
    T decode(byte[] value);
  }

  /**
   * What a value says; empty, and counted, if it says nothing.
   *
   * @param at where it is; null for a store
   */
  <T> Optional<T> read(byte @Nullable [] value, Decoder<T> decoder, @Nullable RecordMetadata at) {
    if (value == null) {
      skip(at, "it has no value");
      return Optional.empty();
    }
    try {
      return Optional.of(decoder.decode(value));
    } catch (RuntimeException | StackOverflowError e) { // Whatever the bytes did to the decoder.
      skip(at, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /**
   * Counts one, and tells of it now and then.
   *
   * @param at where it is; null for a store
   */
  void skip(@Nullable RecordMetadata at, String reason) {
    long total = count.incrementAndGet();
    synchronized (this) {
      Instant now = clock.instant();
      if (now.isBefore(silentUntil)) {
        return;
      }
      silentUntil = now.plus(EVERY);
      LOG.warn(
          "the watch over suspected duplicates passed over {} record(s); the last at {}: {}",
          total - logged,
          at == null ? "a store" : at.topic() + "-" + at.partition() + "@" + at.offset(),
          reason);
      logged = total;
    }
  }
}
