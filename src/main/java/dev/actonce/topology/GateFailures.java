package dev.actonce.topology;

import dev.actonce.core.ActOnceException;
import dev.actonce.topology.FailedRecords.Position;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what becomes of a gate whose stream thread died. Skipping the record is never an answer:
 * its agent would wait forever, or its action would run twice. So there is a new thread, or the
 * gate stops and a person looks:
 *
 * <ul>
 *   <li>a schema registry that is away: a new thread, which waits until it is back;
 *   <li>brokers that are away, or let nothing be committed: a new thread, however long that lasts.
 *       It says nothing against the records, and a stopped gate would help nobody;
 *   <li>access refused after the gate has worked: a new thread for {@link #ACCESS_PATIENCE}. Rules
 *       and log-ins are mended while a gate runs. A refusal at the start is a wrong setting;
 *   <li>what lies at the record or the state: stop, because a new thread would meet it again;
 *   <li>anything else: a new thread, until it has failed {@link #MAX_TRIES_OF_RECORD} times at one
 *       record, or {@link #MAX_REPLACEMENTS} times for each thread within {@link #PERIOD}.
 * </ul>
 *
 * <p>A new thread after the first waits for a while, up to {@link #MAX_REST}, on the thread that
 * dies. Thread-safe.
 */
final class GateFailures implements StreamsUncaughtExceptionHandler {
  /** So many new threads for each one there should be, after failures of an unknown kind. */
  static final int MAX_REPLACEMENTS = 10;

  static final Duration PERIOD = Duration.ofMinutes(5);
  static final int MAX_TRIES_OF_RECORD = 3;

  /** How long refusals are waited out: a credential roll, a wrong rule and its correction. */
  static final Duration ACCESS_PATIENCE = Duration.ofMinutes(10);

  /** Refusals further apart than this are two incidents. */
  static final Duration ACCESS_GAP = Duration.ofMinutes(1);

  static final Duration MAX_REST = Duration.ofSeconds(5);

  /** Without a failure for so long, it is over; a new thread needs a part of this to join. */
  static final Duration QUIET = Duration.ofSeconds(30);

  private static final int MAX_POSITIONS = 64;
  private static final Logger LOG = LoggerFactory.getLogger(GateFailures.class);

  private final StopReason reasons;
  private final int threads;
  private final InstantSource clock;
  private final Consumer<String> registryAway;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Deque<Instant> unknown = new ArrayDeque<>();
  private final Map<Position, Integer> triesByRecord = new LinkedHashMap<>();
  private boolean established;
  private @Nullable Incident incident;
  private @Nullable Access access;
  private @Nullable ActOnceException fatal;
  private volatile boolean troubled;

  /** Failures that have not ended yet. */
  private record Incident(int failures, Instant lastAt, String reason, boolean endsByCommit) {
    boolean isOver(Instant now) {
      return now.isAfter(lastAt.plus(QUIET));
    }
  }

  private record Access(Instant since, Instant lastAt) {}

  /**
   * @param reasons says why it waits or stops
   * @param threads stream threads there should be
   * @param registryAway hears why a record could not be read or written now, before its thread is
   *     replaced
   */
  GateFailures(
      StopReason reasons, int threads, InstantSource clock, Consumer<String> registryAway) {
    this.reasons = reasons;
    this.threads = threads;
    this.clock = clock;
    this.registryAway = registryAway;
  }

  /** The gate works: from now on refusals are waited out. */
  synchronized void established() {
    established = true;
  }

  /** A transaction was committed, on any thread. */
  void committed() {
    if (troubled) {
      endIncidentByCommit();
    }
  }

  private synchronized void endIncidentByCommit() {
    if (incident != null && incident.endsByCommit()) {
      incident = null;
      troubled = false;
    }
  }

  /** Ends all waiting, because the gate ends. */
  void close() {
    closing.countDown();
  }

  @Override
  public StreamThreadExceptionResponse handle(Throwable thrown) {
    StreamFailure failure = StreamFailure.of(thrown);
    if (failure.kind() == StreamFailure.Kind.REGISTRY) {
      registryAway.accept(failure.message());
      return StreamThreadExceptionResponse.REPLACE_THREAD;
    }
    Optional<Duration> rest = judge(failure, thrown);
    if (rest.isEmpty()) {
      close();
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    rest(rest.get());
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  /** What stopped the gate. */
  synchronized Optional<ActOnceException> fatal() {
    return Optional.ofNullable(fatal);
  }

  /** Why threads died of late, while none has committed since; empty when all is well. */
  synchronized Optional<String> trouble() {
    if (incident != null && incident.isOver(clock.instant())) {
      incident = null;
      troubled = false;
    }
    return Optional.ofNullable(incident).map(Incident::reason);
  }

  /** How long to wait before the next thread; empty to stop. */
  private synchronized Optional<Duration> judge(StreamFailure failure, Throwable thrown) {
    Instant now = clock.instant();
    if (isLasting(failure, now)) {
      ActOnceException reason = reasons.stopped(failure);
      fatal = reason;
      LOG.error("{}", reason.getMessage(), thrown);
      return Optional.empty();
    }
    int failures = incident == null || incident.isOver(now) ? 1 : incident.failures() + 1;
    String reason = reasons.waiting(failure);
    incident = new Incident(failures, now, reason, endsByCommit(failure));
    troubled = true;
    Duration rest = restAfter(failures);
    if (failures == 1) {
      LOG.warn(
          "a stream thread of the {} ended and is replaced: {}", reasons.what(), reason, thrown);
    } else {
      LOG.warn(
          "a stream thread of the {} ended again ({} in a row) and is replaced after {} ms: {}",
          reasons.what(),
          failures,
          rest.toMillis(),
          reason);
    }
    return Optional.of(rest);
  }

  /** A right may be missing on one thread's partitions only, while another commits. */
  private boolean endsByCommit(StreamFailure failure) {
    return threads == 1 || failure.kind() != StreamFailure.Kind.ACCESS;
  }

  private boolean isLasting(StreamFailure failure, Instant now) {
    return switch (failure.kind()) {
      case REGISTRY, SURROUNDINGS -> false;
      case LASTING -> true;
      case ACCESS -> !established || refusedFor(now).compareTo(ACCESS_PATIENCE) > 0;
      case UNKNOWN -> isTriedTooOften(failure) || isTooMany(now);
    };
  }

  private Duration refusedFor(Instant now) {
    Instant since =
        access == null || now.isAfter(access.lastAt().plus(ACCESS_GAP)) ? now : access.since();
    access = new Access(since, now);
    return Duration.between(since, now);
  }

  private boolean isTriedTooOften(StreamFailure failure) {
    Optional<Position> at = reasons.position(failure);
    if (at.isEmpty()) {
      return false;
    }
    int tries = triesByRecord.merge(at.get(), 1, Integer::sum);
    if (triesByRecord.size() > MAX_POSITIONS) {
      triesByRecord.remove(triesByRecord.keySet().iterator().next());
    }
    return tries >= MAX_TRIES_OF_RECORD;
  }

  private boolean isTooMany(Instant now) {
    while (!unknown.isEmpty() && unknown.peekFirst().isBefore(now.minus(PERIOD))) {
      unknown.removeFirst();
    }
    unknown.addLast(now);
    return unknown.size() > MAX_REPLACEMENTS * threads;
  }

  /** None after the first; then one second, doubled each time. */
  private static Duration restAfter(int failures) {
    if (failures == 1) {
      return Duration.ZERO;
    }
    Duration doubled = Duration.ofSeconds(1L << Math.min(failures - 2, 10));
    return doubled.compareTo(MAX_REST) < 0 ? doubled : MAX_REST;
  }

  private void rest(Duration rest) {
    try {
      boolean unused = closing.await(rest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
