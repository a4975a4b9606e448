package dev.actonce.topology;

import dev.actonce.core.gate.Gate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Arrival time of a record: the broker's append time. Never throws and never lets one record move
 * stream time for good: a negative timestamp becomes the partition's time so far (or now), and a
 * timestamp more than {@link Gate#MAX_SKEW} ahead of this host becomes now plus that skew.
 *
 * <p>Append times far ahead mean that a clock is wrong, here or on a broker. Shifting them makes
 * the gate block longer, never shorter. Thread-safe.
 */
final class ArrivalTime implements TimestampExtractor {
  private static final Duration WARN_EVERY = Duration.ofMinutes(1);
  private static final Logger LOG = LoggerFactory.getLogger(ArrivalTime.class);

  private final InstantSource clock;
  private final AtomicLong warnAfterMs = new AtomicLong(Long.MIN_VALUE);

  ArrivalTime(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
    long now = clock.millis();
    long latest = now + Gate.MAX_SKEW.toMillis();
    if (record.timestamp() < 0) {
      return partitionTime >= 0 ? Math.min(partitionTime, latest) : now;
    }
    if (record.timestamp() > latest) {
      warn(record, now);
      return latest;
    }
    return record.timestamp();
  }

  private void warn(ConsumerRecord<Object, Object> record, long now) {
    long due = warnAfterMs.get();
    if (now >= due && warnAfterMs.compareAndSet(due, now + WARN_EVERY.toMillis())) {
      LOG.warn(
          "record {}-{}@{} is stamped {} ms ahead of this host; arrival time is shifted, check the"
              + " clocks of this host and of the brokers",
          record.topic(),
          record.partition(),
          record.offset(),
          record.timestamp() - now);
    }
  }
}
