package dev.actonce.topology;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.kafka.OversizedRecord;
import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what one record does to the record: whatever decoding, screening, deciding or encoding
 * throws becomes a reason to put it aside, and the stream thread lives. The step must not write
 * anything, so that nothing remains of it.
 *
 * <p>Passed on is what says nothing against the record, because it would meet the next one too: a
 * schema registry that is away, lost state, whatever Kafka itself throws (its stores throw {@link
 * KafkaException}s), and every Error but an overflown stack.
 */
final class RecordGuard {
  /** These are about the surroundings, not about the record. */
  private static final Set<ErrorCode> OF_SURROUNDINGS =
      EnumSet.of(
          ErrorCode.REGISTRY_UNAVAILABLE,
          ErrorCode.REGISTRY_REFUSED,
          ErrorCode.BROKER_UNAVAILABLE,
          ErrorCode.STATE_LOST,
          ErrorCode.INTERRUPTED,
          ErrorCode.FENCED,
          ErrorCode.CLOSED);

  private static final int MAX_CAUSES = 10;
  private static final Logger LOG = LoggerFactory.getLogger(RecordGuard.class);

  private RecordGuard() {}

  /**
   * Why a record cannot be handled.
   *
   * @param message for people; may be of any length
   */
  record Fault(DeadLetterReason reason, String message) {}

  /**
   * What a step came to: its value, or a fault.
   *
   * @param <T> the value
   */
  record Result<T>(@Nullable T value, @Nullable Fault fault) {}

  /** Thrown by a step that finds what is wrong with a record itself. */
  static final class PutAside extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final DeadLetterReason reason;

    PutAside(DeadLetterReason reason, String message) {
      super(message, null, false, false);
      this.reason = reason;
    }
  }

  /** Puts a record aside whose key or value was too large to be read. */
  static void requireRead(String what, byte @Nullable [] bytes) {
    OptionalInt size = OversizedRecord.sizeOf(bytes);
    if (size.isPresent()) {
      throw new PutAside(
          DeadLetterReason.TOO_LARGE, OversizedRecord.message(what, size.getAsInt()));
    }
  }

  /** Runs a step that only computes. */
  static <T> Result<T> attempt(Supplier<? extends @Nullable T> step) {
    try {
      return new Result<>(step.get(), null);
    } catch (PutAside e) {
      return fault(e.reason, String.valueOf(e.getMessage()));
    } catch (ActOnceException e) {
      if (OF_SURROUNDINGS.contains(e.code())) {
        throw e;
      }
      return e.code() == ErrorCode.UNDECODABLE
          ? fault(DeadLetterReason.UNDECODABLE, String.valueOf(e.getMessage()))
          : fault(DeadLetterReason.UNPROCESSABLE, String.valueOf(e.getMessage()));
    } catch (KafkaException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      return fault(DeadLetterReason.UNPROCESSABLE, e.toString());
    } catch (LinkageError e) {
      if (!isOfTheStack(e)) {
        throw e;
      }
      return fault(DeadLetterReason.UNPROCESSABLE, e.toString());
    }
  }

  /** Code that is linked when it is first run fails so where the stack ends. */
  private static boolean isOfTheStack(LinkageError failure) {
    return Stream.<@Nullable Throwable>iterate(failure, e -> e == null ? null : e.getCause())
        .limit(MAX_CAUSES)
        .anyMatch(StackOverflowError.class::isInstance);
  }

  /** Tells a listener, whose failure must cost nobody anything. */
  static void quietly(Runnable telling) {
    try {
      telling.run();
    } catch (RuntimeException | StackOverflowError e) {
      LOG.debug("a listener failed; nothing depends on it", e);
    }
  }

  private static <T> Result<T> fault(DeadLetterReason reason, String message) {
    return new Result<>(null, new Fault(reason, message));
  }
}
