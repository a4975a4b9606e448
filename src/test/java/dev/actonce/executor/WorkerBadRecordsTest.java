package dev.actonce.executor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.kafka.DeadLetter;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.wire.ClaimsTable;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records that are none: each costs itself, or as a claim its partition, never the executor. */
class WorkerBadRecordsTest {
  private static final int HOSTILE_RECORDS = 2_000;

  private final MockKafka kafka = new MockKafka();
  private long nanos;
  private final Lease lease = new Lease(Duration.ofSeconds(8), () -> nanos);
  private final Calls calls =
      new Calls(8, lease, "test-handler", ExecutorListener.NONE, System::nanoTime);
  private boolean hasTool = true;
  private final Worker worker =
      new Worker(
          ExecutorConfig.of(KafkaConfig.of("none:1"), "one"),
          kafka,
          MockKafka.TOPICS,
          this::tool,
          new Workplace(
              calls,
              lease,
              new Evidence(
                  kafka.evidence,
                  MockKafka.TOPICS,
                  new Codecs().settlements(),
                  () -> Instant.EPOCH,
                  "one"),
              new Endings(),
              new Codecs(),
              ExecutorListener.NONE),
          new Clocks(() -> Instant.EPOCH, () -> nanos, new Random(1)));

  @BeforeEach
  void join() {
    worker.join();
  }

  @AfterEach
  void stop() {
    calls.close();
  }

  @Test
  void putsRecordsWithoutAValueAside() {
    serve();
    kafka.dispatch(null, null);
    kafka.dispatch("key".getBytes(UTF_8), null);
    kafka.settle(null, null);
    turn();

    assertThat(kafka.committed(MockKafka.TOPICS.deadLetters()))
        .hasSize(3)
        .allSatisfy(
            letter ->
                assertThat(
                        new String(letter.headers().lastHeader(DeadLetter.REASON).value(), UTF_8))
                    .isEqualTo("UNDECODABLE"));
    servesTheNextAction();
  }

  /** Bytes of real records with bytes changed, cut off or put in. */
  @Test
  void putsWhateverBytesAside() {
    serve();
    RandomGenerator random = new Random(13);
    byte[] action = new Codecs().actions().encode(Approvals.of("pay", "seed"));
    int decodable = 0;
    for (int i = 0; i < HOSTILE_RECORDS; i++) {
      byte[] value = mutated(action, random);
      kafka.dispatch(new byte[] {1}, value);
      kafka.settle(new byte[] {1}, value);
      turn();
      decodable = kafka.committed(MockKafka.TOPICS.claims()).size();
    }

    assertThat(kafka.committed(MockKafka.TOPICS.deadLetters()))
        .as("of them, %s records on claims", decodable)
        .hasSizeGreaterThanOrEqualTo(HOSTILE_RECORDS);
    await()
        .until(
            () -> {
              turn();
              return calls.inFlight() == 0;
            });
    servesTheNextAction();
  }

  @Test
  void holdsAPartitionWhoseClaimsCannotBeReadUntilTheyCan() {
    kafka.claimsHold(List.of(new ProducerRecord<>("claims", bytes("v1.x"), bytes("no claim"))));
    serve();
    assertThat(worker.obstacle())
        .hasValueSatisfying(text -> assertThat(text).contains("[0]", "unreadable"));
    turn();

    kafka.claimsHold(List.of());
    nanos += Holds.PAUSE.toNanos();
    turn();

    assertThat(worker.obstacle()).isEmpty();
    servesTheNextAction();
  }

  @Test
  void holdsAPartitionWhosePositionIsNoNumber() {
    kafka.claimsHold(
        List.of(new ProducerRecord<>("claims", ClaimsTable.positionKey(), bytes("x"))));
    serve();

    assertThat(worker.obstacle())
        .hasValueSatisfying(text -> assertThat(text).contains("unreadable"));
  }

  /** What an operator removed by hand, as the message asks, must not hold it any more. */
  @Test
  void servesAPartitionWhoseUnreadableClaimHasEnded() {
    kafka.claimsHold(
        List.of(
            new ProducerRecord<>("claims", bytes("v2.x"), bytes("no claim")),
            new ProducerRecord<>("claims", bytes("v2.x"), null)));
    serve();
    turn();

    assertThat(worker.obstacle()).isEmpty();
    servesTheNextAction();
  }

  /** Its tombstone would go to its own key, and each owner would perform it again. */
  @Test
  void holdsAPartitionWithAClaimUnderTheKeyOfAnother() {
    kafka.claimsHold(
        List.of(
            new ProducerRecord<>(
                "claims",
                KeyPartitions.bytes(Approvals.of("pay", "b").key()),
                new Codecs().claims().encode(Approvals.claim(Approvals.of("pay", "a"))))));
    serve();

    assertThat(worker.obstacle())
        .hasValueSatisfying(text -> assertThat(text).contains("it is of key "));
  }

  @Test
  void holdsAPartitionWithAClaimOfAToolThatIsGone() {
    hasTool = false;
    kafka.claimsHold(
        List.of(
            new ProducerRecord<>(
                "claims",
                KeyPartitions.bytes(Approvals.of("pay", "a").key()),
                new Codecs().claims().encode(Approvals.claim(Approvals.of("pay", "a"))))));
    serve();

    assertThat(worker.obstacle())
        .hasValueSatisfying(text -> assertThat(text).contains("put the tool back"));
  }

  private void servesTheNextAction() {
    ApprovedAction good = Approvals.of("pay", "good");
    kafka.dispatch(good);
    turn();
    await().until(calls::hasReturned);
    turn();
    assertThat(kafka.outcomes()).anySatisfy(e -> assertThat(e.key()).isEqualTo(good.key()));
  }

  private void serve() {
    kafka.assignAll();
    turn();
  }

  private void turn() {
    worker.turn(Worker.Accept.NEW_ACTIONS);
  }

  private Optional<BoundTool> tool(String name) {
    return hasTool
        ? Optional.of(
            new BoundTool(
                ToolPolicy.of(name.isEmpty() ? "none" : name, SafetyClass.UNSAFE),
                call -> new ActionResult.Succeeded("1", null)))
        : Optional.empty();
  }

  private static byte[] mutated(byte[] original, RandomGenerator random) {
    byte[] bytes = original.clone();
    int changes = 1 + random.nextInt(6);
    for (int i = 0; i < changes; i++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return random.nextInt(4) == 0
        ? java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length))
        : bytes;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
