package dev.actonce.client;

import dev.actonce.kafka.KafkaErrors;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of the reader's failures: pauses that grow, a line a minute, and the end of all
 * waits when the broker keeps refusing. Confined to the reader's thread.
 */
final class ReadFailures {
  /** Refusals in a row that end all waits; with their pauses about 8 s. */
  static final int MAX_REFUSALS = 5;

  private static final Logger LOG = LoggerFactory.getLogger(ReadFailures.class);
  private static final long FIRST_PAUSE_MS = 500;
  private static final long MAX_PAUSE_MS = 5_000;
  private static final long LOG_EVERY_NANOS = Duration.ofMinutes(1).toNanos();

  private final Interests interests;
  private final Access access;
  private final KafkaErrors errors;
  private final LongSupplier nanoClock;
  private int inARow;
  private int refusals;
  private int untold;
  private boolean told;
  private long toldAtNanos;

  ReadFailures(Interests interests, Access access, KafkaErrors errors, LongSupplier nanoClock) {
    this.interests = interests;
    this.access = access;
    this.errors = errors;
    this.nanoClock = nanoClock;
  }

  /**
   * Takes a failure.
   *
   * @return how long to pause before the next consumer
   */
  Duration failed(RuntimeException failure) {
    report(failure);
    if (KafkaErrors.isRefusal(failure)) {
      access.doubt();
      refusals++;
      if (refusals >= MAX_REFUSALS) {
        interests.failAll(errors.translate("reading outcomes", failure));
      }
    }
    long pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS << Math.min(inARow, 10));
    inARow++;
    return Duration.ofMillis(pauseMs);
  }

  /** Records came. */
  void succeeded() {
    inARow = 0;
    refusals = 0;
  }

  private void report(RuntimeException failure) {
    long now = nanoClock.getAsLong();
    LOG.debug("reading outcomes failed", failure);
    if (told && now - toldAtNanos < LOG_EVERY_NANOS) {
      untold++;
      return;
    }
    LOG.warn(
        "reading outcomes failed and is tried again: {}{}",
        failure.toString(),
        untold == 0 ? "" : " (and " + untold + " failures since the last line)");
    told = true;
    toldAtNanos = now;
    untold = 0;
  }
}
