package dev.actonce.topology;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GateFailuresTest {
  private Instant now = Instant.EPOCH;
  private final List<String> registryAway = new ArrayList<>();
  private final GateFailures failures = new GateFailures("gate", () -> now, registryAway::add);

  @Test
  void replacesTheThreadAfterAFaultOfTheSurroundings() {
    assertThat(failures.handle(new StreamsException(new TimeoutException("broker gone"))))
        .isEqualTo(REPLACE_THREAD);
    assertThat(failures.fatal()).isNull();
  }

  @ParameterizedTest
  @MethodSource("transactionFaults")
  void replacesTheThreadAfterAFaultOfTheTransaction(Exception fault) {
    assertThat(failures.handle(new StreamsException(fault))).isEqualTo(REPLACE_THREAD);
    assertThat(failures.fatal()).isNull();
  }

  static Stream<Exception> transactionFaults() {
    return Stream.of(
        new OutOfOrderSequenceException("sequence 2 after 0"),
        new UnknownProducerIdException("expired"),
        new InvalidTxnStateException("aborted by its time-out"),
        new InvalidPidMappingException("expired id"),
        new ProducerFencedException("a newer one"),
        new InvalidProducerEpochException("a newer one"),
        new TransactionAbortableException("verification failed"),
        new NoOffsetForPartitionException(new TopicPartition("rerouted", 4)));
  }

  /**
   * What the producer throws when the broker did not confirm a send within its delivery timeout.
   */
  @Test
  void replacesTheThreadAfterAnUnconfirmedSend() {
    KafkaException unconfirmed =
        new KafkaException("no acknowledgment; it is safe to abort the transaction and continue");
    KafkaException refused =
        new KafkaException("cannot execute, because we are in an error state", unconfirmed);

    assertThat(failures.handle(new StreamsException(refused))).isEqualTo(REPLACE_THREAD);
    assertThat(failures.fatal()).isNull();
  }

  @Test
  void stopsTheGateWhenTheProducersErrorStateHasALastingCause() {
    KafkaException refused =
        new KafkaException(
            "cannot execute, because we are in an error state",
            new RecordTooLargeException("2 GB"));

    assertThat(failures.handle(new StreamsException(refused))).isEqualTo(SHUTDOWN_CLIENT);
  }

  @Test
  void stopsTheGateAfterAnyOtherFault() {
    StreamsException failure = new StreamsException(new RecordTooLargeException("2 GB"));
    assertThat(failures.handle(failure)).isEqualTo(SHUTDOWN_CLIENT);
    assertThat(failures.fatal()).isSameAs(failure);
  }

  @Test
  void stopsTheGateWhenAFaultLasts() {
    for (int i = 0; i < GateFailures.MAX_REPLACEMENTS; i++) {
      assertThat(failures.handle(new TimeoutException("again"))).isEqualTo(REPLACE_THREAD);
    }
    assertThat(failures.handle(new TimeoutException("again"))).isEqualTo(SHUTDOWN_CLIENT);
  }

  @Test
  void forgetsFaultsThatAreLongPast() {
    for (int i = 0; i < 3 * GateFailures.MAX_REPLACEMENTS; i++) {
      now = now.plus(Duration.ofMinutes(1));
      assertThat(failures.handle(new TimeoutException("again"))).isEqualTo(REPLACE_THREAD);
    }
  }

  @Test
  void replacesTheThreadHoweverLongARegistryIsAway() {
    StreamsException failure =
        new StreamsException(new ActOnceException(ErrorCode.REGISTRY_UNAVAILABLE, "gone"));
    for (int i = 0; i < 3 * GateFailures.MAX_REPLACEMENTS; i++) {
      assertThat(failures.handle(failure)).isEqualTo(REPLACE_THREAD);
    }
    assertThat(registryAway).hasSize(3 * GateFailures.MAX_REPLACEMENTS).containsOnly("gone");
    assertThat(failures.handle(new TimeoutException("once"))).isEqualTo(REPLACE_THREAD);
  }
}
