package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.actonce.catalog.Catalog;
import dev.actonce.client.ActOnceClient;
import dev.actonce.client.Intent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.lab.demo.KeyBehaviour;
import dev.actonce.lab.demo.PaymentProvider;
import dev.actonce.lab.demo.ProviderSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The audit against a pipeline and two real providers. One keeps its promise. The other forgets a
 * key whose request it answered with an error, although the tool is declared as if it did not: the
 * safe retry is a second charge.
 */
class AuditIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path directory;
  private static PaymentProvider honest;
  private static PaymentProvider forgetful;
  private static EmbeddedPipeline pipeline;

  @BeforeAll
  static void actAndClose() throws InterruptedException {
    honest = open("honest.jsonl", KeyBehaviour.IETF_DRAFT);
    forgetful = open("forgetful.jsonl", KeyBehaviour.STORES_2XX_ONLY);
    Catalog catalog =
        Catalog.parse(tool("honest", honest) + tool("forgetful", forgetful), "audit test");
    pipeline =
        EmbeddedPipeline.startTemporary(0, catalog, Map.of(), EmbeddedPipeline.Options.DEFAULT);
    try (ActOnceClient client =
        ActOnceClient.builder()
            .bootstrapServers(pipeline.bootstrapServers())
            .catalog(catalog)
            .tenant("acme")
            .build()) {
      for (int i = 0; i < 3; i++) {
        charge(client, "honest", "order-" + i);
      }
      charge(client, "forgetful", "order-7");
      forgetful.failNext(1);
      charge(client, "forgetful", "order-8");
    }
    honest.close();
    forgetful.close();
  }

  private static PaymentProvider open(String log, KeyBehaviour keys) {
    return PaymentProvider.open(
        new ProviderSettings(0, directory.resolve(log), 1, 0, keys, Duration.ZERO));
  }

  private static String tool(String name, PaymentProvider provider) {
    return (name.equals("honest") ? "tools:\n" : "")
        + """
          %s:
            safety: keyed
            retry: { attempts: 4, backoff: 50ms..200ms }
            http: { url: "%s", key_header: Idempotency-Key, reference: $.id, timeout: 10s }
        """
            .formatted(name, provider.chargesUri());
  }

  private static void charge(ActOnceClient client, String tool, String order)
      throws InterruptedException {
    Intent intent =
        Intent.action(tool)
            .intentId(order)
            .arguments(Map.of("customer_id", "c_1", "amount", 5, "currency", "EUR"))
            .build();
    assertThat(client.publish(intent).await(PATIENCE).status()).contains(OutcomeStatus.SUCCEEDED);
  }

  @AfterAll
  static void stop() {
    pipeline.close();
  }

  @Test
  void findsTheProviderInOrder() {
    Cli.Ran ran = audit("honest", "honest.jsonl", "--reference-field", "id", "--margin", "0s");

    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .contains("compared 3 effects with 3 admitted actions (3 succeeded, 0 unsettled)");
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void findsTheSecondChargeOfOneKey() throws IOException {
    Path metrics = directory.resolve("actonce.prom");
    Cli.Ran ran =
        audit(
            "forgetful",
            "forgetful.jsonl",
            "--reference-field=id",
            "--json",
            "--metrics-file=" + metrics);

    assertThat(ran.err()).isEmpty();
    assertThat(ran.exitCode()).isEqualTo(1);
    JsonNode json = JSON.readTree(ran.out());
    assertThat(json.path("clean").asBoolean(true)).isFalse();
    assertThat(json.path("compared").path("effects").asInt()).isEqualTo(3);
    assertThat(json.path("found").path("escaped_duplicate").asInt()).isEqualTo(1);
    JsonNode found = json.path("discrepancies").path(0);
    assertThat(found.path("action").asText()).isEqualTo("forgetful");
    assertThat(found.path("references").path(0).asText()).isEqualTo("ch_00000002");
    assertThat(found.path("references").path(1).asText()).isEqualTo("ch_00000003");
    assertThat(metrics)
        .content()
        .contains("actonce_audit_escaped_duplicates{action=\"forgetful\"} 1\n");
  }

  @Test
  void readsCsvOfTheSame() throws IOException {
    List<String> lines = new ArrayList<>(List.of("id,idempotency key,booked"));
    for (String line : Files.readAllLines(directory.resolve("forgetful.jsonl"))) {
      JsonNode charge = JSON.readTree(line);
      lines.add(
          "\"%s\",%s,%s"
              .formatted(
                  charge.path("id").asText(),
                  charge.path("key").asText(),
                  charge.path("at").asText()));
    }
    Files.write(directory.resolve("forgetful.csv"), lines);

    Cli.Ran ran =
        audit(
            "forgetful",
            "forgetful.csv",
            "--reference-field=id",
            "--key-field=idempotency key",
            "--time-field=booked");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out()).contains("1  escaped_duplicate", "references=ch_00000002,ch_00000003");
  }

  @Test
  void findsWhatTheExportLacks() throws IOException {
    Path file = directory.resolve("short.jsonl");
    Files.write(file, Files.readAllLines(directory.resolve("honest.jsonl")).subList(0, 2));

    Cli.Ran now = audit("honest", "short.jsonl", "--reference-field=id", "--margin=0s");
    Cli.Ran soon = audit("honest", "short.jsonl", "--reference-field=id", "--margin=1h");

    assertThat(now.exitCode()).isEqualTo(1);
    assertThat(now.out()).contains("1  missing_effect", "references=ch_00000003");
    assertThat(soon.exitCode()).isZero();
    assertThat(soon.out()).contains("1 effects or ends lie outside the time that is judged");
  }

  @Test
  void saysSoWhenLinesAreNotReadable() throws IOException {
    String broken =
        Files.readAllLines(directory.resolve("honest.jsonl")).stream()
            .collect(Collectors.joining("\n", "oops\n", "\n"));
    Files.writeString(directory.resolve("broken.jsonl"), broken);

    Cli.Ran ran = audit("honest", "broken.jsonl", "--reference-field=id", "--margin=0s");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).contains("1 lines or records are not readable", "line 1: not JSON");
    assertThat(ran.out()).contains("compared 3 effects with 3 admitted actions");
  }

  @Test
  void readsOutcomesFromATimeOn() {
    Cli.Ran ran =
        audit("honest", "honest.jsonl", "--reference-field=id", "--since=2100-01-01T00:00:00Z");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).contains("compared 3 effects with 0 admitted actions");
  }

  @Test
  void namesATopicThatIsNotThere() {
    Cli.Ran ran = audit("honest", "honest.jsonl", "--topic-prefix=nowhere.");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("nowhere.settlements").hasLineCount(1);
  }

  private static Cli.Ran audit(String action, String export, String... more) {
    List<String> line =
        new ArrayList<>(
            List.of(
                "audit",
                "--provider-log",
                directory.resolve(export).toString(),
                "--action",
                action,
                "--bootstrap-servers",
                pipeline.bootstrapServers()));
    line.addAll(List.of(more));
    return Cli.run(line.toArray(new String[0]));
  }
}
