package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log of a process in the form and from the level that its settings name. */
class LoggingIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String LINK = "tcp://10.0.0.1:9464";

  @TempDir Path directory;

  @BeforeEach
  void writeCatalog() throws IOException {
    Files.writeString(
        directory.resolve("tools.yaml"),
        "tools: { charge: { safety: unsafe, http: { url: 'http://localhost/' } } }");
  }

  @Test
  void followsTheVariablesBeforeAnySettingIsRead() throws Exception {
    Map<String, String> environment =
        Map.of("ACTONCE_LOG_FORMAT", "json", "ACTONCE_METRICS_PORT", LINK);
    try (CliProcess key =
        CliProcess.start(directory, environment, "key", "charge", "{}", "--intent-id", "1")) {
      assertThat(key.awaitExit(PATIENCE)).isZero();

      assertThat(key.complaints())
          .singleElement()
          .satisfies(
              line -> {
                JsonNode event = new ObjectMapper().readTree(line);
                assertThat(event.path("level").asText()).isEqualTo("WARN");
                assertThat(event.path("formattedMessage").asText()).contains(LINK);
              });
    }
  }

  @Test
  void followsTheFlagsFromThenOn() throws Exception {
    try (CliProcess up =
        CliProcess.start(
            directory,
            Map.of(),
            "up",
            "--port",
            "0",
            "--log-format",
            "json",
            "--log-level",
            "info")) {
      up.awaitPrinted("ready:");

      List<String> lines = up.err().lines().filter(line -> line.contains("dev.actonce")).toList();
      assertThat(lines)
          .isNotEmpty()
          .allSatisfy(line -> assertThat(new ObjectMapper().readTree(line).isObject()).isTrue())
          .anySatisfy(line -> assertThat(line).contains("\"level\":\"INFO\""));
      assertThat(up.terminate(PATIENCE)).isZero();
    }
  }

  @Test
  void refusesALevelOrAFormThatDoesNotExist() {
    assertThat(Cli.run("key", "charge", "--log-level", "loud").err())
        .contains("log-level is 'loud'; expected error, warn, info or debug");
    assertThat(Cli.run("key", "charge", "--log-format", "xml").err())
        .contains("log-format is 'xml'; expected text or json");
  }
}
