package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.actonce.catalog.Catalog;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.lab.demo.DemoCatalog;
import dev.actonce.testing.LongRun;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo's provider and agents as processes of their own, as the composition runs them. */
@LongRun
class DemoPartsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir Path directory;

  @Test
  void payUntilTheyAreStoppedAndAreAuditedAsExact() throws Exception {
    try (CliProcess provider =
        CliProcess.start(
            directory, Map.of(), "demo", "provider", "--port=0", "--lost-responses=0.3")) {
      provider.awaitPrinted("provider ready");
      URI charges = URI.create(group(provider.out(), "provider ready: (http://127\\S+/charges)"));
      Catalog catalog = DemoCatalog.of(charges);
      try (EmbeddedPipeline pipeline =
              EmbeddedPipeline.startTemporary(
                  0, catalog, Map.of(), EmbeddedPipeline.Options.DEFAULT);
          CliProcess agents =
              CliProcess.start(
                  directory,
                  Map.of("ACTONCE_BOOTSTRAP_SERVERS", pipeline.bootstrapServers()),
                  "demo",
                  "agents",
                  "--rate=40")) {
        agents.awaitPrinted("agents ready");
        await().atMost(PATIENCE).until(() -> stats(charges).path("charges").asInt() >= 20);
        assertThat(agents.terminate(PATIENCE)).isZero();
        assertThat(Long.parseLong(group(agents.out(), "published (\\d+), answered")))
            .isGreaterThanOrEqualTo(20);

        // What still ran when the agents stopped comes to its end.
        await().atMost(PATIENCE).until(() -> audit(pipeline).exitCode() == 0);
        assertThat(audit(pipeline).out())
            .contains("       0  escaped_duplicate", "       0  missing_effect");
        assertThat(provider.terminate(PATIENCE)).isZero();
      }
    }
  }

  @Test
  void refuseWhatTheyCannotDo() {
    assertThat(Cli.run("demo", "agents", "--for", "soon", "--bootstrap-servers=x:1"))
        .satisfies(ran -> assertThat(ran.err()).contains("--for is 'soon'").hasLineCount(1))
        .satisfies(ran -> assertThat(ran.exitCode()).isEqualTo(2));
    assertThat(Cli.run("demo", "provider", "--port", "70000"))
        .satisfies(ran -> assertThat(ran.err()).contains("0 to 65535").hasLineCount(1))
        .satisfies(ran -> assertThat(ran.exitCode()).isEqualTo(2));
  }

  private Cli.Ran audit(EmbeddedPipeline pipeline) {
    return Cli.run(
        "audit",
        "--provider-log=" + directory.resolve("charges.jsonl"),
        "--reference-field=id",
        "--margin=0s",
        "--bootstrap-servers=" + pipeline.bootstrapServers());
  }

  private static JsonNode stats(URI charges) throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(charges.resolve("/stats")).build(),
                HttpResponse.BodyHandlers.ofString());
    return new ObjectMapper().readTree(answer.body());
  }

  private static String group(String text, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    assertThat(found.find()).as(text).isTrue();
    return found.group(1);
  }
}
