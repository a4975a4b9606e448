package dev.actonce.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.OutcomeForms;
import dev.actonce.core.ActionIntent;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicNames;
import dev.actonce.testing.CountingTarget;
import dev.actonce.testing.Intents;
import dev.actonce.testing.Wiretap;
import dev.actonce.wire.Codecs;
import dev.actonce.wire.JsonOutcomes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The mirror of outcomes on a real broker: record by record the original, also after restarts. */
final class MirrorIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int ROUNDS = 3;
  private static final int ACTIONS = 40;
  private static final int MAX_BYTES = 2 * 1024 * 1024;

  @TempDir Path data;
  private final CountingTarget target = new CountingTarget();

  @AfterEach
  void stop() {
    target.close();
  }

  @Test
  void holdsEveryOutcomeOnceInTheOriginalsOrderAfterRestartsInMidTraffic() {
    target.delayAnswers(20);
    Map<Integer, List<String>> originals = Map.of();
    Map<Integer, List<String>> mirrored = Map.of();
    for (int round = 0; round < ROUNDS; round++) {
      try (EmbeddedPipeline pipeline = startPipeline();
          Wiretap wire = new Wiretap(pipeline.kafka())) {
        for (int i = 0; i < ACTIONS; i++) {
          ActionIntent intent = Intents.intent("pay", round + "-" + i, "{\"n\":" + i + "}");
          wire.publish(null, intent);
          wire.publish(null, Intents.again(intent));
        }
        if (round == ROUNDS - 1) {
          int least = 2 * ROUNDS * ACTIONS;
          await().atMost(PATIENCE).until(() -> finalRequests(wire) == least);
          originals = read(pipeline, TopicNames.DEFAULT.outcomes(), least);
          mirrored = read(pipeline, TopicNames.DEFAULT.outcomesJson(), count(originals));
        }
      }
    }

    assertThat(count(originals)).isGreaterThanOrEqualTo(2 * ROUNDS * ACTIONS);
    assertThat(mirrored).isEqualTo(originals);
    assertThat(target.effects()).isEqualTo(ROUNDS * ACTIONS);
  }

  private EmbeddedPipeline startPipeline() {
    Catalog catalog =
        Catalog.parse(
            """
            tools:
              pay:
                safety: keyed
                http: { method: POST, url: %s, key_header: Idempotency-Key, timeout: 10s }
            """
                .formatted(target.url()),
            "test");
    return EmbeddedPipeline.start(
        data,
        0,
        catalog,
        Map.of(),
        EmbeddedPipeline.Options.DEFAULT.withOutcomeForms(OutcomeForms.AVRO_AND_JSON));
  }

  private static long finalRequests(Wiretap wire) {
    return wire.outcomes().stream()
        .filter(event -> event.status().isFinal())
        .map(event -> event.about().requestId())
        .distinct()
        .count();
  }

  /**
   * All committed records of a topic by partition, as JSON, once there are {@code least} of them
   * and no more come.
   */
  private static Map<Integer, List<String>> read(
      EmbeddedPipeline pipeline, String topic, int least) {
    Map<Integer, List<String>> records = new TreeMap<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(new ClientSettings(pipeline.kafka()).assignedReader("test"))) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(1))
          .until(
              () -> {
                List<ConsumerRecord<byte[], byte[]>> polled = new ArrayList<>();
                consumer.poll(Duration.ofSeconds(1)).forEach(polled::add);
                polled.forEach(
                    record ->
                        records
                            .computeIfAbsent(record.partition(), p -> new ArrayList<>())
                            .add(json(record)));
                return polled.isEmpty() && count(records) >= least;
              });
    }
    return records;
  }

  private static String json(ConsumerRecord<byte[], byte[]> record) {
    boolean original = record.topic().equals(TopicNames.DEFAULT.outcomes());
    byte[] value =
        original
            ? JsonOutcomes.encode(new Codecs().outcomes().decode(record.value()), MAX_BYTES)
            : record.value();
    return new String(record.key(), UTF_8) + " " + new String(value, UTF_8);
  }

  private static int count(Map<Integer, List<String>> records) {
    return records.values().stream().mapToInt(List::size).sum();
  }
}
