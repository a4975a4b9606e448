package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.catalog.Catalog;
import dev.actonce.client.ActOnceClient;
import dev.actonce.client.Intent;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.DeadLetter;
import dev.actonce.testing.CountingTarget;
import dev.actonce.testing.DenseBatches;
import dev.actonce.testing.LongRun;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Small batches of huge records, against the whole pipeline in the heap that the launcher gives.
 */
@LongRun
@SuppressWarnings("NullAway.Init")
class PoisonRecordIT {
  private static final int MIB = 1024 * 1024;
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final List<String> FLAGS =
      List.of(
          "-Xms256m",
          "-Xmx768m",
          "-Xmn192m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:+ExitOnOutOfMemoryError");

  @TempDir private Path directory;
  private CountingTarget target;
  private int port;
  private CliProcess up;
  private final Letters letters = new Letters();

  @BeforeEach
  void start() throws Exception {
    target = new CountingTarget();
    CommandsIT.writeCatalog(directory, target);
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    up = up();
    up.awaitPrinted("ready:");
  }

  @AfterEach
  void stop() {
    up.close();
    target.close();
  }

  @Test
  void putsHugeRecordsAsideAndServesTheNextIntentAlsoAfterARestart() throws Exception {
    DenseBatches dense = new DenseBatches(bootstrap());
    dense.send(at("intents", 0), 300 * MIB);
    dense.send(at("intents", 1), 5 * MIB, 40 * MIB, 1);
    dense.send(at("rerouted", 2), 200 * MIB);
    dense.send(at("outcomes", 3), 250 * MIB);
    letters.awaitCounts(Map.of("TOO_LARGE", 5L, "UNDECODABLE", 1L));
    // Each takes its memory for a moment, but gate and executor share this heap.
    dense.send(at("settlements", 4), 250 * MIB);
    letters.awaitCounts(Map.of("TOO_LARGE", 6L, "UNDECODABLE", 1L));
    int[] many = new int[300];
    Arrays.fill(many, MIB);
    for (int partition = 0; partition < 6; partition++) {
      dense.send(at("intents", partition), many);
    }
    serves("inv-1");
    letters.awaitCounts(Map.of("TOO_LARGE", 6L, "UNDECODABLE", 1801L));
    assertThat(up.terminate(PATIENCE)).isZero();

    up = up();
    up.awaitPrinted("ready:");
    serves("inv-2");
  }

  @Test
  void passesARecordThatNoHeapHoldsWhenItIsToldTo() throws Exception {
    DenseBatches dense = new DenseBatches(bootstrap());
    serves("inv-1");
    // Those in front in its batch are read, those behind cannot be.
    long offset = dense.send(at("intents", 0), 1, 1, 2_000 * MIB, 1) + 2;
    assertThat(up.awaitExit(PATIENCE)).isNotZero();
    up = up();
    assertThat(up.awaitExit(PATIENCE)).isNotZero();

    up = up("--skip", at("intents", 0) + "@" + offset, "--skip", at("intents", 5) + "@0");
    up.awaitPrinted("ready:");
    servesOnEveryPartition("inv-2");
    letters.awaitCounts(Map.of("SKIPPED", 1L, "UNDECODABLE", 2L));
    assertThat(letters.last("SKIPPED").get(DeadLetter.OFFSET)).isEqualTo(Long.toString(offset));
    assertThat(letters.last("SKIPPED").get(DeadLetter.MESSAGE))
        .contains("all up to offset " + (offset + 1));
    assertThat(up.err()).contains("--skip actonce.intents-5@0: there is no such record");
    assertThat(up.terminate(PATIENCE)).isZero();

    up = up("--skip", at("intents", 0) + "@" + offset);
    up.awaitPrinted("the gate is past it already");
    assertThat(up.terminate(PATIENCE)).isZero();

    up = up();
    up.awaitPrinted("ready:");
    servesOnEveryPartition("inv-3");
    letters.awaitCounts(Map.of("SKIPPED", 1L, "UNDECODABLE", 2L));
  }

  private void servesOnEveryPartition(String name) {
    for (int i = 0; i < 20; i++) {
      serves(name + "-" + i);
    }
  }

  private void serves(String name) {
    try (ActOnceClient client =
        ActOnceClient.builder()
            .bootstrapServers(bootstrap())
            .catalog(Catalog.load(directory.resolve("tools.yaml")))
            .tenant("acme")
            .build()) {
      Intent intent =
          Intent.action("charge_card")
              .intentId(name)
              .arguments(Map.of("customer_id", "c", "amount", 149, "currency", "EUR"))
              .build();
      assertThat(client.publish(intent).await(PATIENCE).status()).contains(OutcomeStatus.SUCCEEDED);
    }
  }

  private CliProcess up(String... more) {
    String[] line = {
      "up",
      "--port",
      Integer.toString(port),
      "--data-dir",
      "data",
      "--catalog",
      "tools.yaml",
      "--verbose"
    };
    String[] all = Arrays.copyOf(line, line.length + more.length);
    System.arraycopy(more, 0, all, line.length, more.length);
    return CliProcess.start(directory, FLAGS, Map.of(), all);
  }

  private static TopicPartition at(String topic, int partition) {
    return new TopicPartition("actonce." + topic, partition);
  }

  private String bootstrap() {
    return "127.0.0.1:" + port;
  }

  /** Counts dead letters by reason; keeps the headers of the last of each. */
  private final class Letters {
    private final Map<String, Map<String, String>> last = new HashMap<>();

    Map<String, String> last(String reason) {
      return last.getOrDefault(reason, Map.of());
    }

    /** Reads all of them until they are these. */
    void awaitCounts(Map<String, Long> wanted) {
      Map<String, Long> counts = new HashMap<>();
      KafkaConfig kafka = KafkaConfig.of(bootstrap());
      try (KafkaConsumer<byte[], byte[]> consumer =
          new KafkaConsumer<>(new ClientSettings(kafka).assignedReader("letters"))) {
        List<TopicPartition> all =
            IntStream.range(0, 6).mapToObj(partition -> at("dead-letters", partition)).toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () -> {
                  consumer.poll(Duration.ofMillis(200)).forEach(letter -> count(letter, counts));
                  assertThat(counts).isEqualTo(wanted);
                });
      }
    }

    private void count(ConsumerRecord<byte[], byte[]> letter, Map<String, Long> counts) {
      Map<String, String> headers = new HashMap<>();
      letter
          .headers()
          .forEach(
              header ->
                  headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8)));
      String reason = String.valueOf(headers.get(DeadLetter.REASON));
      counts.merge(reason, 1L, Long::sum);
      last.put(reason, headers);
    }
  }
}
