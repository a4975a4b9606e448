package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.testing.LongRun;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The proxy as other languages use it: a process, its output, and HTTP. */
@LongRun
final class FaultProxyCommandIT {
  private static final Duration EXIT = Duration.ofSeconds(60);

  @TempDir Path directory;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @Test
  void losesAnAnswerCountsTheEffectAndEndsWithItsStatistics() throws Exception {
    try (CliProcess process =
        CliProcess.start(
            directory, Map.of(), "fault-proxy", "--plan", "[{fault: drop_response}]")) {
      process.awaitPrinted("(counting)");
      String url = printed(process, "proxy: (http://127\\.0\\.0\\.1:\\d+)\n");

      assertThatThrownBy(() -> post(url)).isInstanceOf(IOException.class);
      assertThat(post(url).body()).contains("ef_00000001");

      assertThat(process.terminate(EXIT)).isZero();
      assertThat(process.out())
          .contains("\"drop_response\":1", "\"backend\":{\"requests\":2,\"effects\":1}");
    }
  }

  @Test
  void readsItsPlanFromAFileAndEndsByItself() throws Exception {
    Path plan = directory.resolve("plan.yaml");
    Files.writeString(plan, "- { fault: server_error }\n");
    try (CliProcess process =
        CliProcess.start(
            directory, Map.of(), "fault-proxy", "--plan", plan.toString(), "--seconds", "1")) {
      assertThat(process.awaitExit(EXIT)).isZero();
      assertThat(process.out()).contains("\"rules\":[{\"fault\":\"server_error\"");
    }
  }

  @Test
  void refusesAPlanThatItDoesNotUnderstand() throws Exception {
    try (CliProcess process =
        CliProcess.start(directory, Map.of(), "fault-proxy", "--plan", "[{fault: rest}]")) {
      assertThat(process.awaitExit(EXIT)).isEqualTo(2);
      assertThat(process.err()).contains("did you mean 'reset'");
    }
  }

  private HttpResponse<String> post(String url) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(url + "/pay"))
            .header("Idempotency-Key", "k1")
            .POST(HttpRequest.BodyPublishers.ofString("{}"))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static String printed(CliProcess process, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(process.out());
    assertThat(matcher.find()).as(process.out()).isTrue();
    return matcher.group(1);
  }
}
