package dev.actonce.topology;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what becomes of a gate whose stream thread died: a fault of the surroundings gets a new
 * thread, which for a missing schema registry waits until that is back; anything else stops the
 * gate. Skipping the record is never an answer: its agent would wait forever, or its action would
 * run twice. Thread-safe.
 */
final class GateFailures implements StreamsUncaughtExceptionHandler {
  /** So many new threads within {@link #PERIOD}; with more, the fault is taken for lasting. */
  static final int MAX_REPLACEMENTS = 10;

  static final Duration PERIOD = Duration.ofMinutes(5);
  private static final int MAX_CAUSES = 20;

  /**
   * Faults that end a transaction but say nothing against its records: it was aborted, and a new
   * thread with a new producer takes it from the last commit. A partition without an offset is one
   * too: Streams may ask for its position before it has reset it, and every source of ours says
   * from where.
   */
  private static final Set<Class<?>> TRANSACTION_FAULTS =
      Set.of(
          ProducerFencedException.class,
          InvalidProducerEpochException.class,
          InvalidPidMappingException.class,
          InvalidTxnStateException.class,
          OutOfOrderSequenceException.class,
          UnknownProducerIdException.class,
          TransactionAbortableException.class,
          TransactionAbortedException.class,
          NoOffsetForPartitionException.class,
          TaskCorruptedException.class,
          TaskMigratedException.class);

  private static final Logger log = LoggerFactory.getLogger(GateFailures.class);

  private final String what;
  private final InstantSource clock;
  private final Consumer<String> registryAway;
  private final Deque<Instant> replacements = new ArrayDeque<>();
  private @Nullable Throwable fatal;

  /**
   * @param what has the threads, for people
   * @param registryAway hears why a record could not be read or written now, before its thread is
   *     replaced
   */
  GateFailures(String what, InstantSource clock, Consumer<String> registryAway) {
    this.what = what;
    this.clock = clock;
    this.registryAway = registryAway;
  }

  @Override
  public synchronized StreamThreadExceptionResponse handle(Throwable failure) {
    Optional<ActOnceException> registry = ofRegistry(failure);
    if (registry.isPresent()) {
      registryAway.accept(String.valueOf(registry.get().getMessage()));
      return StreamThreadExceptionResponse.REPLACE_THREAD;
    }
    Instant now = clock.instant();
    while (!replacements.isEmpty() && replacements.peekFirst().isBefore(now.minus(PERIOD))) {
      replacements.removeFirst();
    }
    if (isRetriable(failure) && replacements.size() < MAX_REPLACEMENTS) {
      replacements.addLast(now);
      log.warn("a stream thread of the {} ended and is replaced", what, failure);
      return StreamThreadExceptionResponse.REPLACE_THREAD;
    }
    fatal = failure;
    log.error(
        "the {} stops. Nothing is lost or skipped: its transaction was aborted, and the record"
            + " waits. Remove the cause, then start it again",
        what,
        failure);
    return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
  }

  /** What stopped the gate; null if nothing did. */
  synchronized @Nullable Throwable fatal() {
    return fatal;
  }

  private static boolean isRetriable(Throwable failure) {
    return causes(failure)
            .anyMatch(
                cause ->
                    cause instanceof RetriableException
                        || TRANSACTION_FAULTS.contains(cause.getClass()))
        || isUnconfirmedSend(root(failure));
  }

  /**
   * A producer that gave up on a send has no exception class of its own for it: the root is a plain
   * KafkaException, which says that the transaction can be aborted. Lasting causes have classes.
   */
  private static boolean isUnconfirmedSend(Throwable root) {
    return root.getClass() == KafkaException.class;
  }

  private static Throwable root(Throwable failure) {
    return causes(failure).reduce(failure, (before, cause) -> cause);
  }

  private static Optional<ActOnceException> ofRegistry(Throwable failure) {
    return causes(failure)
        .filter(ActOnceException.class::isInstance)
        .map(ActOnceException.class::cast)
        .filter(
            cause ->
                cause.code() == ErrorCode.REGISTRY_UNAVAILABLE
                    || cause.code() == ErrorCode.REGISTRY_REFUSED)
        .findFirst();
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.<@Nullable Throwable>iterate(failure, e -> e == null ? null : e.getCause())
        .limit(MAX_CAUSES)
        .takeWhile(Objects::nonNull)
        .map(Objects::requireNonNull);
  }
}
