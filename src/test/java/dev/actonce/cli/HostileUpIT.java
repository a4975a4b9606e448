package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.DeadLetter;
import dev.actonce.testing.CountingTarget;
import dev.actonce.testing.Intents;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.Scrape;
import dev.actonce.testing.Wiretap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What once stopped the pipeline, sent to {@code up} as the launcher starts it: each is refused or
 * put aside, the next intent is served, and it is so after a restart too.
 */
@LongRun
class HostileUpIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String GOOD = "{\"customer_id\":\"c1\",\"amount\":149,\"currency\":\"EUR\"}";

  private static final String TOOLS =
      """
      tools:
        charge_card:
          safety: keyed
          identity: [customer_id, amount, currency]
          arguments:
            type: object
            properties:
              customer_id: { type: string }
              amount: { type: number, multipleOf: 0.01 }
              units: { type: integer, multipleOf: 2 }
              email: { type: string, pattern: '^[a-z0-9._%%+-]+@([a-z0-9-]+\\.)+[a-z]{2,}$' }
              slug: { type: string, pattern: '^([a-z0-9]|-)+$' }
              words: { type: string, pattern: '^(\\w+\\s?)+$' }
              code: { type: string, pattern: '^(?:[a-z]|[0-9])+$' }
          http: { url: '%1$s', key_header: Idempotency-Key, timeout: 60s, not_executed: [402], reference: $.id }
        ping:
          safety: idempotent
          arguments: { type: object, properties: {} }
          http: { url: '%1$s', timeout: 60s }
        fetch_order:
          safety: idempotent
          http: { method: GET, url: '%1$s/{order}', timeout: 60s }
      """;

  @TempDir Path directory;
  private final CountingTarget target = new CountingTarget();

  @AfterEach
  void stop() {
    target.close();
  }

  @Test
  void servesTheNextIntentWhateverWasSent() throws Exception {
    Files.writeString(directory.resolve("tools.yaml"), TOOLS.formatted(target.url()));
    try (CliProcess up = up()) {
      KafkaConfig kafka = kafka(up);
      try (Wiretap wire = new Wiretap(kafka)) {
        serves(wire);
        for (String arguments : hostileArguments()) {
          isAnswered(wire, arguments);
          serves(wire);
        }
        isToldTheUnit(wire);
        takesAbsentArguments(wire);
        putsAside(wire, kafka);
        serves(wire);
      }
      isLiveAndReady(up);
      assertThat(up.terminate(PATIENCE)).isZero();
    }
    try (CliProcess up = up()) {
      try (Wiretap wire = new Wiretap(kafka(up))) {
        serves(wire);
      }
      isLiveAndReady(up);
      assertThat(up.terminate(PATIENCE)).isZero();
    }
  }

  /** Each stopped every gate for good, or held its thread for minutes. */
  private static List<String> hostileArguments() {
    List<String> all = new ArrayList<>();
    all.add(with("\"email\":\"" + "a".repeat(10_000) + "\""));
    all.add(with("\"email\":\"a@" + "a.".repeat(5_000) + "com\""));
    all.add(with("\"slug\":\"" + "a".repeat(200_000) + "\""));
    all.add(with("\"code\":\"" + "a1".repeat(100_000) + "\""));
    all.add(with("\"words\":\"" + "word ".repeat(2_000) + "!\""));
    all.add("{\"customer_id\":\"c\",\"amount\":" + "7".repeat(320) + ",\"currency\":\"EUR\"}");
    all.add(with("\"units\":9007199254740993"));
    all.add(with("\"deep\":" + "[".repeat(100_000) + "]".repeat(100_000)));
    all.add("{\"customerId\":\"c2\",\"amount\":149,\"currency\":\"EUR\"}");
    return all;
  }

  private static String with(String member) {
    return GOOD.substring(0, GOOD.length() - 1) + "," + member + "}";
  }

  private static void isAnswered(Wiretap wire, String arguments) {
    ActionIntent hostile = Intents.intent("charge_card", UUID.randomUUID().toString(), arguments);
    wire.publish(null, hostile);
    assertThat(wire.awaitFinal(hostile.requestId()).status())
        .as(arguments.substring(0, Math.min(80, arguments.length())))
        .isIn(OutcomeStatus.REJECTED, OutcomeStatus.SUCCEEDED);
  }

  private static void serves(Wiretap wire) {
    ActionIntent good = Intents.intent("charge_card", UUID.randomUUID().toString(), GOOD);
    wire.publish(null, good);
    assertThat(wire.awaitFinal(good.requestId()).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
  }

  /** Times in another unit are no stale intents, and no reason to look at a clock. */
  private static void isToldTheUnit(Wiretap wire) {
    Map<String, String> units =
        Map.of(
            "\"issuedAt\":1764494102", "seconds",
            "\"issuedAt\":1764494102123456", "microseconds",
            "\"deadline\":1764494102123456789", "nanoseconds");
    units.forEach(
        (member, unit) -> {
          OutcomeEvent told = publishJson(wire, "content-type", "application/json", GOOD, member);
          assertThat(told.status()).isEqualTo(OutcomeStatus.REJECTED);
          assertThat(told.answer().errorCode()).isEqualTo("INVALID_INTENT");
          assertThat(told.answer().errorMessage()).contains(unit);
        });
  }

  private void takesAbsentArguments(Wiretap wire) {
    for (String arguments : List.of("{}", "\"\"", "null", "\"{}\"", "\"  \"")) {
      String request = UUID.randomUUID().toString();
      sendJson(
          wire,
          "contentType",
          "\"application/json\"",
          "{\"requestId\":\"%s\",\"scope\":{\"tenant\":\"%s\"},\"action\":\"ping\",\"arguments\":%s}"
              .formatted(request, request, arguments));
      assertThat(wire.awaitFinal(request).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    }
    assertThat(target.bodies()).contains("{}").doesNotContain("", "null", "\"\"");
  }

  private static OutcomeEvent publishJson(
      Wiretap wire, String header, String contentType, String arguments, String member) {
    String request = UUID.randomUUID().toString();
    sendJson(
        wire,
        header,
        contentType,
        "{\"requestId\":\"%s\",\"scope\":{\"tenant\":\"acme\"},\"action\":\"charge_card\",\"arguments\":%s,%s}"
            .formatted(request, arguments, member));
    return wire.awaitFinal(request);
  }

  private static void sendJson(Wiretap wire, String header, String contentType, String json) {
    Headers headers = new RecordHeaders();
    headers.add(header, contentType.getBytes(StandardCharsets.UTF_8));
    wire.send("actonce.intents", "k", json.getBytes(StandardCharsets.UTF_8), headers);
  }

  /** No value, no Avro, Avro of another kind: on every topic that a part of the pipeline reads. */
  private static void putsAside(Wiretap wire, KafkaConfig kafka) {
    byte[] garbage = "no record of ours".getBytes(StandardCharsets.UTF_8);
    for (String topic : List.of("intents", "rerouted", "dispatch", "outcomes", "settlements")) {
      wire.sendTo(kafka.topicPrefix() + topic, "k", garbage);
      wire.sendNull(kafka.topicPrefix() + topic, "k");
    }
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(wire.deadLetters())
                    .extracting(letter -> header(letter.headers(), DeadLetter.TOPIC))
                    .contains(
                        kafka.topicPrefix() + "intents",
                        kafka.topicPrefix() + "rerouted",
                        kafka.topicPrefix() + "dispatch",
                        kafka.topicPrefix() + "outcomes",
                        kafka.topicPrefix() + "settlements"));
  }

  private static String header(Headers headers, String name) {
    return new String(headers.lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  private static void isLiveAndReady(CliProcess up) throws IOException {
    Scrape scrape = new Scrape(PipelineProcesses.metricsUrl(up));
    assertThat(scrape.get("/health/live").statusCode()).isEqualTo(200);
    await().atMost(PATIENCE).until(() -> scrape.get("/health/ready").statusCode() == 200);
  }

  private CliProcess up() {
    CliProcess up =
        CliProcess.startAsLaunched(
            directory, "up", "--port", "0", "--data-dir", "data", "--metrics-port", "0");
    up.awaitPrinted("stop with Ctrl-C");
    return up;
  }

  private static KafkaConfig kafka(CliProcess up) {
    String ready = "ready: bootstrap-servers ";
    return up.out()
        .lines()
        .filter(line -> line.startsWith(ready))
        .map(line -> KafkaConfig.of(line.substring(ready.length())))
        .findFirst()
        .orElseThrow();
  }
}
