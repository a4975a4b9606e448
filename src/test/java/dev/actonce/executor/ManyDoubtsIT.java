package dev.actonce.executor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Fingerprint;
import dev.actonce.core.KeyKind;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.Settlement;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicNames;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.testing.ExecutorProcess;
import dev.actonce.testing.Intents;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.SharedBroker;
import dev.actonce.wire.Codecs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Doubts whose arguments are larger together than the heap of the executor. Nothing is measured: a
 * process that holds them ends with an OutOfMemoryError.
 */
@LongRun
final class ManyDoubtsIT {
  private static final int DOUBTS = 700;
  private static final int ARGUMENT_BYTES = 200 * 1024;
  private static final String HEAP = "-Xmx128m";
  private static final int PARTITIONS = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(180);

  private final Codecs codecs = new Codecs();
  private final Map<String, OutcomeEvent> newest = new HashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer provider;
  private KafkaConfig kafka;
  private TopicNames topics;
  private KafkaProducer<byte[], byte[]> producer;
  private KafkaConsumer<byte[], byte[]> outcomes;

  @BeforeEach
  void start() throws IOException {
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.setExecutor(threads);
    provider.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().transferTo(java.io.OutputStream.nullOutputStream());
          exchange.sendResponseHeaders(500, -1);
          exchange.close();
        });
    provider.start();
    kafka = SharedBroker.kafka("many").withSessionTimeout(Duration.ofSeconds(6));
    topics = new TopicNames(kafka.topicPrefix());
    ClientSettings settings = new ClientSettings(kafka);
    try (TopicProvisioner provisioner = TopicProvisioner.open(settings)) {
      provisioner.create(PARTITIONS, 1);
    }
    producer = new KafkaProducer<>(settings.settlementProducer("test"));
    outcomes = new KafkaConsumer<>(settings.assignedReader("test"));
    List<TopicPartition> partitions =
        List.of(new TopicPartition(topics.outcomes(), 0), new TopicPartition(topics.outcomes(), 1));
    outcomes.assign(partitions);
    outcomes.seekToBeginning(partitions);
  }

  @AfterEach
  void stop() {
    outcomes.close();
    producer.close();
    provider.stop(0);
    threads.shutdownNow();
  }

  @Test
  void areKeptTakenOverAndSettledInASmallHeap(@TempDir Path directory) throws Exception {
    Path catalog = directory.resolve("tools.yaml");
    Files.writeString(
        catalog,
        "tools: { pay: { safety: unsafe, http: { method: POST, url: 'http://127.0.0.1:%d/' } } }"
            .formatted(provider.getAddress().getPort()));
    try (ExecutorProcess executor =
        ExecutorProcess.start(directory, kafka, catalog, "one", HEAP).awaitReady()) {
      for (int i = 0; i < DOUBTS; i++) {
        ApprovedAction action = action(i);
        send(topics.dispatch(), action.key().value(), codecs.actions().encode(action));
      }
      awaitAll(OutcomeStatus.UNKNOWN, executor);
    }
    try (ExecutorProcess next =
        ExecutorProcess.start(directory, kafka, catalog, "two", HEAP).awaitReady()) {
      for (OutcomeEvent unknown : List.copyOf(newest.values())) {
        Settlement settlement = succeeded(unknown);
        send(
            topics.settlements(),
            settlement.key().value(),
            codecs.settlements().encode(settlement));
      }
      awaitAll(OutcomeStatus.SUCCEEDED, next);
      assertThat(next.log()).doesNotContain("OutOfMemoryError");
    }
  }

  private void awaitAll(OutcomeStatus status, ExecutorProcess executor) {
    await("all are " + status)
        .atMost(PATIENCE)
        .failFast("ran out of memory", () -> executor.log().contains("OutOfMemoryError"))
        .until(
            () -> {
              for (ConsumerRecord<byte[], byte[]> record : outcomes.poll(Duration.ofMillis(100))) {
                newest.put(
                    new String(record.key(), UTF_8), codecs.outcomes().decode(record.value()));
              }
              return newest.values().stream().filter(e -> e.status() == status).count() == DOUBTS;
            });
  }

  private void send(String topic, String key, byte[] value) throws Exception {
    producer.send(new ProducerRecord<>(topic, key.getBytes(UTF_8), value)).get();
  }

  private static ApprovedAction action(int i) {
    String pad = "x".repeat(ARGUMENT_BYTES);
    ActionIntent intent = Intents.intent("pay", "id-" + i, "{\"pad\":\"" + pad + "\"}");
    return new ApprovedAction(
        Approvals.key("id-" + i),
        1,
        KeyKind.INTENT,
        new Fingerprint("fp-" + i),
        Instant.now(),
        intent,
        ReplyHash.NONE);
  }

  private static Settlement succeeded(OutcomeEvent unknown) {
    return Settlement.of(
            java.util.Objects.requireNonNull(unknown.key()),
            String.valueOf(unknown.history().claimId()),
            Settlement.Verdict.SUCCEEDED,
            Settlement.Source.OPERATOR,
            "anna",
            Instant.now())
        .ofGeneration(1)
        .withAnswer("{}", null)
        .because("seen");
  }
}
