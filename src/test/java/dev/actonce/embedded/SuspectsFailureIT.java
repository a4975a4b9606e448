package dev.actonce.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.catalog.Catalog;
import dev.actonce.client.operator.Operator;
import dev.actonce.client.operator.Suspects;
import dev.actonce.config.GateConfig;
import dev.actonce.config.MetricsConfig;
import dev.actonce.core.ActionIntent;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.testing.CountingTarget;
import dev.actonce.testing.Intents;
import dev.actonce.testing.Scrape;
import dev.actonce.testing.Wiretap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults of the watch over suspects beside a gate that must not feel them. */
class SuspectsFailureIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir Path data;
  private final CountingTarget target = new CountingTarget();

  @AfterEach
  void stop() {
    target.close();
  }

  @Test
  void goesOnAfterPoisonInItsTopicsAndItsReadersDoToo() throws Exception {
    try (EmbeddedPipeline pipeline = start();
        Operator operator = Operator.open(pipeline.kafka());
        Wiretap wire = new Wiretap(pipeline.kafka())) {
      Scrape scrape = new Scrape(pipeline.metricsUrl().orElseThrow());
      await().atMost(PATIENCE).until(() -> scrape.get("/health/ready").body().contains(UP));
      String repartition =
          GateConfig.suspectsApplicationId(pipeline.kafka()) + "-by-fingerprint-repartition";
      for (String topic :
          new String[] {
            pipeline.kafka().topicPrefix() + "dispatch",
            repartition,
            pipeline.kafka().topicPrefix() + "suspects"
          }) {
        poison(pipeline, topic);
      }

      wire.publish(null, charge("one"));
      wire.publish(null, charge("two"));
      try (Suspects suspects = operator.suspects(Instant.EPOCH)) {
        await().atMost(PATIENCE).until(() -> suspects.poll().size() == 1);
      }
      try (Suspects suspects = operator.suspects(Instant.EPOCH)) {
        assertThat(suspects.readToEnd()).hasSize(1);
      }
      assertThat(scrape.get("/health/live").statusCode()).isEqualTo(200);
      assertThat(scrape.get("/health/ready").statusCode()).isEqualTo(200);
      assertThat(scrape.metrics().sum("actonce_suspects_skipped_total")).isEqualTo(4);
      assertThat(scrape.metrics().sum("actonce_suspects_restarts_total")).isZero();
      assertThat(pipeline.failure()).isEmpty();
    }
  }

  @Test
  void doesNotKeepAPipelineFromStartingAndStartsWhenItCan() throws Exception {
    Path state = data.resolve("broker").resolve("gate-state").resolve("actonce.suspects");
    Files.createDirectories(state.getParent());
    Files.writeString(state, "a file where its directory should be");
    try (EmbeddedPipeline pipeline = start();
        Wiretap wire = new Wiretap(pipeline.kafka())) {
      Scrape scrape = new Scrape(pipeline.metricsUrl().orElseThrow());
      await()
          .atMost(PATIENCE)
          .until(() -> scrape.get("/health/ready").body().contains("is started again after"));
      assertThat(scrape.get("/health/live").statusCode()).isEqualTo(200);
      assertThat(scrape.get("/health/ready").statusCode()).isEqualTo(200);
      assertThat(wire.awaitFinal(publish(wire, "one"))).isNotNull();

      Files.delete(state);
      await().atMost(PATIENCE).until(() -> scrape.get("/health/ready").body().contains(UP));
      assertThat(scrape.metrics().sum("actonce_suspects_restarts_total")).isPositive();
    }
  }

  private static final String UP = "\"part\":\"suspects\",\"status\":\"up\"";

  private static String publish(Wiretap wire, String intentId) {
    ActionIntent intent = charge(intentId);
    wire.publish(null, intent);
    return intent.requestId();
  }

  private static ActionIntent charge(String intentId) {
    return Intents.intent("charge", intentId, "{\"amount\":149}");
  }

  /** A record without a value, and one of any bytes. */
  private static void poison(EmbeddedPipeline pipeline, String topic) throws Exception {
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(new ClientSettings(pipeline.kafka()).agentProducer("poison"))) {
      producer.send(new ProducerRecord<>(topic, new byte[] {1}, null)).get();
      producer.send(new ProducerRecord<>(topic, new byte[] {1}, new byte[] {1, 2, 3})).get();
    }
  }

  private EmbeddedPipeline start() {
    Catalog catalog =
        Catalog.parse(
            "tools:\n  charge: { safety: keyed, http: { url: %s, profile: stripe } }\n"
                .formatted(target.url()),
            "test");
    return EmbeddedPipeline.start(
        data,
        0,
        catalog,
        Map.of(),
        EmbeddedPipeline.Options.DEFAULT.withMetrics(MetricsConfig.onPort(0)));
  }
}
