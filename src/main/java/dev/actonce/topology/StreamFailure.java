package dev.actonce.topology;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCategory;
import dev.actonce.core.ErrorCode;
import dev.actonce.kafka.AccessRefusal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.jspecify.annotations.Nullable;

/**
 * What ended a stream thread, and where its fault lies. Only what surely lies at the record or at
 * the state is lasting; whatever is not known is given the benefit of the doubt.
 *
 * @param kind where the fault lies
 * @param telling the cause that says most
 * @param causes the failure and its causes, outermost first
 */
record StreamFailure(Kind kind, Throwable telling, List<Throwable> causes) {
  private static final int MAX_CAUSES = 20;

  /** Where a fault lies. */
  enum Kind {
    /** The schema registry does not help now. */
    REGISTRY,
    /** The brokers refuse: a rule or a log-in. */
    ACCESS,
    /**
     * Brokers are away, too few copies are in sync, or a transaction was ended from outside. It
     * says nothing against the records, and passes.
     */
    SURROUNDINGS,
    /** The record, what it leads to, or the state: a new thread would meet it again. */
    LASTING,
    UNKNOWN
  }

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

  /** Kafka calls a corrupt record retriable, because another copy may be whole. */
  private static final List<Class<?>> RECORD_FAULTS =
      List.of(
          RecordTooLargeException.class,
          RecordBatchTooLargeException.class,
          CorruptRecordException.class,
          InvalidRecordException.class,
          SerializationException.class,
          Error.class);

  static StreamFailure of(Throwable failure) {
    List<Throwable> causes =
        Stream.<@Nullable Throwable>iterate(failure, e -> e == null ? null : e.getCause())
            .limit(MAX_CAUSES)
            .takeWhile(Objects::nonNull)
            .map(Objects::requireNonNull)
            .toList();
    Throwable root = causes.get(causes.size() - 1);
    Optional<Throwable> own = first(causes, List.of(ActOnceException.class));
    if (own.isPresent()) {
      return new StreamFailure(kind((ActOnceException) own.get()), own.get(), causes);
    }
    Optional<Throwable> record = first(causes, RECORD_FAULTS);
    if (record.isPresent()) {
      return new StreamFailure(Kind.LASTING, record.get(), causes);
    }
    Optional<Throwable> refusal = AccessRefusal.in(failure);
    if (refusal.isPresent()) {
      return new StreamFailure(Kind.ACCESS, refusal.get(), causes);
    }
    Optional<Throwable> passing =
        causes.stream()
            .filter(
                cause ->
                    cause instanceof RetriableException
                        || TRANSACTION_FAULTS.contains(cause.getClass()))
            .findFirst();
    if (passing.isPresent() || (isUnconfirmedSend(root) && !isUnreadable(causes))) {
      return new StreamFailure(Kind.SURROUNDINGS, passing.orElse(root), causes);
    }
    return new StreamFailure(Kind.UNKNOWN, root, causes);
  }

  private static Kind kind(ActOnceException own) {
    if (own.code() == ErrorCode.REGISTRY_UNAVAILABLE || own.code() == ErrorCode.REGISTRY_REFUSED) {
      return Kind.REGISTRY;
    }
    return own.code().category() == ErrorCategory.RETRYABLE ? Kind.SURROUNDINGS : Kind.LASTING;
  }

  private static Optional<Throwable> first(List<Throwable> causes, List<Class<?>> classes) {
    return causes.stream()
        .filter(cause -> classes.stream().anyMatch(type -> type.isInstance(cause)))
        .findFirst();
  }

  /**
   * A producer that gave up on a send has no exception class of its own for it: the root is a plain
   * KafkaException, which says that the transaction can be aborted. Lasting causes have classes.
   */
  private static boolean isUnconfirmedSend(Throwable root) {
    return root.getClass() == KafkaException.class;
  }

  /** Of a damaged batch Kafka's consumer has nothing but a plain KafkaException either. */
  private static boolean isUnreadable(List<Throwable> causes) {
    return causes.stream().anyMatch(FailedPolls::isUnreadable);
  }

  /** What the telling cause says, for people. */
  String message() {
    String text = telling.getMessage();
    return text == null || text.isBlank() ? telling.getClass().getSimpleName() : text;
  }
}
