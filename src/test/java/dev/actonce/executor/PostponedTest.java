package dev.actonce.executor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.Settlement;
import dev.actonce.wire.Codecs;
import dev.actonce.wire.RegistrySettings;
import dev.actonce.wire.RegistrySettings.Registration;
import dev.actonce.wire.WireFormat;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An executor reads a settlement whose schema its registry cannot give just now. */
@SuppressWarnings("NullAway.Init")
class PostponedTest {
  private static final int OTHER_ID = 2;
  private static final TopicPartition SETTLEMENTS =
      new TopicPartition(MockKafka.TOPICS.settlements(), 0);

  private final MockKafka kafka = new MockKafka();
  private final Lease lease = new Lease(Duration.ofSeconds(8), () -> 0);
  private final Calls calls =
      new Calls(8, lease, "test-handler", ExecutorListener.NONE, System::nanoTime);
  private long nanos;
  private volatile boolean away = true;
  private HttpServer registry;
  private Codecs codecs;
  private Worker worker;

  @BeforeEach
  void start() throws IOException {
    registry = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    registry.createContext("/", this::answer);
    registry.start();
    codecs =
        Codecs.open(
            WireFormat.registry(
                RegistrySettings.of("http://127.0.0.1:" + registry.getAddress().getPort())
                    .withRegistration(Registration.REGISTER)),
            new WireFormat.Topics("intents", "outcomes", "settlements"));
    worker =
        new Worker(
            ExecutorConfig.of(KafkaConfig.of("none:1"), "one"),
            kafka,
            MockKafka.TOPICS,
            name -> Optional.empty(),
            new Workplace(
                calls,
                lease,
                new Evidence(
                    kafka.evidence, MockKafka.TOPICS, codecs.settlements(), Instant::now, "one"),
                new Endings(),
                codecs,
                ExecutorListener.NONE),
            new Clocks(Instant::now, () -> nanos, new Random(1)));
    worker.join();
    kafka.assignAll();
    turn();
  }

  @AfterEach
  void stop() {
    calls.close();
    registry.stop(0);
  }

  @Test
  void holdsItAndThoseBehindItWithoutSkippingOrLeavingTheGroup() {
    byte[] framed = codecs.settlements().encode(settlement());
    ByteBuffer.wrap(framed).putInt(1, OTHER_ID);
    add(0, framed);
    add(1, new byte[] {1, 2, 3});

    turn();

    assertThat(kafka.member.paused()).containsExactly(SETTLEMENTS);
    assertThat(kafka.member.position(SETTLEMENTS)).isZero();
    assertThat(kafka.committed(MockKafka.TOPICS.deadLetters())).isEmpty();
    assertThat(kafka.member.closed()).isFalse();

    away = false;
    nanos += Duration.ofSeconds(2).toNanos();
    add(0, framed);
    add(1, new byte[] {1, 2, 3});
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () -> {
              turnWithRecords(framed);
              assertThat(kafka.committed(MockKafka.TOPICS.deadLetters())).hasSize(1);
            });
    assertThat(kafka.member.paused()).isEmpty();
    assertThat(kafka.member.position(SETTLEMENTS)).isEqualTo(2);
  }

  /** The mock forgets what it has handed out; a broker would hand it out again. */
  private void turnWithRecords(byte[] framed) {
    turn();
    if (kafka.member.position(SETTLEMENTS) == 0) {
      nanos += Duration.ofSeconds(2).toNanos();
      add(0, framed);
      add(1, new byte[] {1, 2, 3});
    }
  }

  private void turn() {
    worker.turn(Worker.Accept.NEW_ACTIONS);
  }

  private void add(long offset, byte[] value) {
    kafka.member.addRecord(
        new ConsumerRecord<>(
            MockKafka.TOPICS.settlements(), 0, offset, "key".getBytes(UTF_8), value));
  }

  private static Settlement settlement() {
    return Settlement.of(
            new IdempotencyKey("v1." + "a".repeat(43)),
            "claim",
            Settlement.Verdict.NOT_EXECUTED,
            Settlement.Source.OPERATOR,
            "anna",
            Instant.EPOCH)
        .ofGeneration(1)
        .because("support confirms");
  }

  private void answer(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    boolean asksForOther = exchange.getRequestURI().getPath().endsWith("/schemas/ids/" + OTHER_ID);
    String schema = Files.readString(Path.of("schemas/released/v1/Settlement.avsc"));
    String found =
        new com.fasterxml.jackson.databind.node.ObjectNode(
                com.fasterxml.jackson.databind.node.JsonNodeFactory.instance)
            .put("schema", schema)
            .put("id", 1)
            .toString();
    byte[] body = (asksForOther && away ? "{}" : found).getBytes(UTF_8);
    exchange.sendResponseHeaders(asksForOther && away ? 503 : 200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
