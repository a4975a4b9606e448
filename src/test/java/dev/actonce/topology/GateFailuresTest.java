package dev.actonce.topology;

import static dev.actonce.core.ErrorCode.ACCESS_DENIED;
import static dev.actonce.core.ErrorCode.INTERNAL;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.topology.FailedRecords.Place;
import dev.actonce.topology.FailedRecords.Position;
import dev.actonce.topology.FailedRecords.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GateFailuresTest {
  private static final KafkaConfig KAFKA =
      KafkaConfig.of("broker:9092")
          .withClientProperties(
              Map.of(
                  "sasl.jaas.config",
                  "some.Module required username=\"gate-1\" password=\"secret\";"));

  private Instant now = Instant.EPOCH;
  private final List<String> registryAway = new ArrayList<>();
  private final FailedRecords failed = new FailedRecords();
  private final GateFailures failures = of(1);

  private GateFailures of(int threads) {
    GateFailures made =
        new GateFailures(StopReason.ofGate(KAFKA, failed), threads, () -> now, registryAway::add);
    made.close(); // So that no test rests.
    return made;
  }

  @Test
  void replacesTheThreadAfterAFaultOfTheSurroundings() {
    assertThat(failures.handle(new StreamsException(new TimeoutException("broker gone"))))
        .isEqualTo(REPLACE_THREAD);
    assertThat(failures.fatal()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("transactionFaults")
  void replacesTheThreadAfterAFaultOfTheTransaction(Exception fault) {
    assertThat(failures.handle(new StreamsException(fault))).isEqualTo(REPLACE_THREAD);
    assertThat(failures.fatal()).isEmpty();
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
    assertThat(failures.fatal()).isEmpty();
  }

  /** Kafka's consumer drops the class of what is wrong with a damaged batch. */
  @Test
  void stopsAtABatchThatStaysDamaged() {
    for (int i = 1; i <= GateFailures.MAX_TRIES_OF_RECORD; i++) {
      KafkaException damaged =
          new KafkaException(
              "Received exception when fetching the next record from actonce.intents-3. If needed,"
                  + " please seek past the record to continue consumption.",
              new KafkaException(
                  "Record batch for partition actonce.intents-3 at offset 7 is invalid, cause:"
                      + " Record is corrupt"));
      failed.note(damaged, new Place(Step.READ, new Position("actonce.intents", 3, 7)));
      assertThat(failures.handle(damaged))
          .isEqualTo(i < GateFailures.MAX_TRIES_OF_RECORD ? REPLACE_THREAD : SHUTDOWN_CLIENT);
    }
    assertThat(failures.fatal())
        .get()
        .extracting(ActOnceException::getMessage)
        .asString()
        .contains("Record is corrupt", "ops/actonce gate --skip actonce.intents-3@7");
  }

  /** One outage ends every thread, and each of them again and again while it lasts. */
  @Test
  void outlastsAnOutageOfHoursWithManyThreads() {
    GateFailures many = of(64);
    for (int i = 0; i < 64 * 1_000; i++) {
      now = now.plusMillis(200);
      assertThat(many.handle(new TimeoutException("broker gone"))).isEqualTo(REPLACE_THREAD);
    }
    assertThat(many.trouble()).get().asString().contains("broker:9092", "broker gone");
  }

  @ParameterizedTest
  @MethodSource("recordFaults")
  void stopsAtOnceForWhatLiesAtTheRecordOrTheState(Throwable fault) {
    assertThat(failures.handle(new StreamsException(new KafkaException("error state", fault))))
        .isEqualTo(SHUTDOWN_CLIENT);
    assertThat(failures.fatal()).get().extracting(ActOnceException::code).isEqualTo(INTERNAL);
  }

  static Stream<Throwable> recordFaults() {
    return Stream.of(
        new RecordTooLargeException("2 GB"),
        new CorruptRecordException("checksum"), // Which Kafka calls retriable.
        new SerializationException("eight bytes expected"),
        new StackOverflowError(),
        new OutOfMemoryError("Java heap space"));
  }

  @Test
  void stopsWithTheErrorOfItsOwnPart() {
    ActOnceException lost = new ActOnceException(ErrorCode.STATE_LOST, "key=k is gone");

    assertThat(failures.handle(new StreamsException(lost))).isEqualTo(SHUTDOWN_CLIENT);
    assertThat(failures.fatal()).containsSame(lost);
  }

  @Test
  void namesTheRecordAndTheCommandThatPutsItAside() {
    StackOverflowError thrown = new StackOverflowError();
    failed.note(thrown, new Place(Step.DECIDE, new Position("actonce.intents", 3, 17)));

    failures.handle(thrown);

    assertThat(failures.fatal())
        .get()
        .asString()
        .contains("StackOverflowError", "ops/actonce gate --skip actonce.intents-3@17");
  }

  @Test
  void findsTheRecordInTheTextOfStreamsToo() {
    String text =
        "Exception caught in process. taskId=0_3, processor=gate-intents-in, topic=actonce.intents,"
            + " partition=3, offset=17, stacktrace=";
    for (int i = 1; i < GateFailures.MAX_TRIES_OF_RECORD; i++) {
      assertThat(failures.handle(new StreamsException(text, new IllegalStateException("odd"))))
          .isEqualTo(REPLACE_THREAD);
    }
    assertThat(failures.handle(new StreamsException(text, new IllegalStateException("odd"))))
        .isEqualTo(SHUTDOWN_CLIENT);
    assertThat(failures.fatal())
        .get()
        .asString()
        .contains("IllegalStateException: odd", "gate --skip actonce.intents-3@17")
        .doesNotContain("Exception caught in process");
  }

  @Test
  void givesEachThreadItsShareOfFailuresOfAnUnknownKind() {
    for (int threads : List.of(1, 11)) {
      GateFailures some = of(threads);
      for (int i = 0; i < threads * GateFailures.MAX_REPLACEMENTS; i++) {
        assertThat(some.handle(new StreamsException("odd"))).isEqualTo(REPLACE_THREAD);
      }
      assertThat(some.handle(new StreamsException("odd"))).isEqualTo(SHUTDOWN_CLIENT);
    }
  }

  @Test
  void forgetsFaultsThatAreLongPast() {
    for (int i = 0; i < 3 * GateFailures.MAX_REPLACEMENTS; i++) {
      now = now.plus(Duration.ofMinutes(1));
      assertThat(failures.handle(new StreamsException("odd"))).isEqualTo(REPLACE_THREAD);
    }
  }

  @Test
  void endsWhenItIsRefusedAtTheStart() {
    assertThat(failures.handle(new TopicAuthorizationException(Set.of("actonce.intents"))))
        .isEqualTo(SHUTDOWN_CLIENT);
    assertThat(failures.fatal()).get().extracting(ActOnceException::code).isEqualTo(ACCESS_DENIED);
  }

  @Test
  void waitsOutARefusalInMidRunWithinItsPatience() {
    GateFailures two = of(2);
    two.established();
    Instant end = now.plus(GateFailures.ACCESS_PATIENCE);
    while (!now.isAfter(end)) {
      TopicAuthorizationException refusal =
          new TopicAuthorizationException(Set.of("actonce.intents"));
      failed.note(refusal, new Place(Step.READ, null));
      assertThat(two.handle(new StreamsException(refusal))).isEqualTo(REPLACE_THREAD);
      two.committed();
      assertThat(two.trouble())
          .contains("the brokers refuse Read on topic actonce.intents to principal gate-1");
      now = now.plusSeconds(30);
    }
    assertThat(two.handle(GroupAuthorizationException.forGroupId("actonce.gate")))
        .isEqualTo(SHUTDOWN_CLIENT);
    assertThat(two.fatal()).get().extracting(ActOnceException::code).isEqualTo(ACCESS_DENIED);
    assertThat(two.fatal())
        .get()
        .asString()
        .contains("Read on group actonce.gate to principal gate-1")
        .doesNotContain("secret");
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void waitsOutEachKindOfRefusal(RuntimeException refusal) {
    failures.established();

    assertThat(failures.handle(new StreamsException(new KafkaException("error state", refusal))))
        .isEqualTo(REPLACE_THREAD);
    assertThat(failures.trouble()).get().asString().contains("refuse", "gate-1");
  }

  static Stream<RuntimeException> refusals() {
    return Stream.of(
        new TopicAuthorizationException(Set.of("actonce.outcomes")),
        new GroupAuthorizationException("actonce.gate"),
        new TransactionalIdAuthorizationException("denied"),
        new ClusterAuthorizationException("denied"),
        new SaslAuthenticationException("wrong password"),
        new SslAuthenticationException("expired"));
  }

  @Test
  void beginsItsPatienceAnewForANewIncident() {
    failures.established();
    for (int i = 0; i < 100; i++) {
      assertThat(failures.handle(new GroupAuthorizationException("g"))).isEqualTo(REPLACE_THREAD);
      now = now.plus(GateFailures.ACCESS_GAP).plusSeconds(1);
    }
  }

  @Test
  void isInTroubleUntilACommitOrQuiet() {
    assertThat(failures.trouble()).isEmpty();
    failures.handle(new TimeoutException("broker gone"));
    assertThat(failures.trouble()).isPresent();
    failures.committed();
    assertThat(failures.trouble()).isEmpty();

    failures.handle(new TimeoutException("broker gone"));
    now = now.plus(GateFailures.QUIET).plusMillis(1);
    assertThat(failures.trouble()).isEmpty();
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
