package dev.actonce.testing;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A real Prometheus with our rules, on a free loopback port. It looks at its targets and evaluates
 * its rules every second, and ends with the test's JVM. Confined to the test thread.
 */
public final class PrometheusProcess implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(90);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration QUERY_TIMEOUT = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Ends the program when its own standard input ends, and that does with the test's JVM. */
  private static final String WITH_PARENT = "\"$@\" & pid=$!; cat; kill $pid; wait $pid";

  private final HttpClient client = HttpClient.newHttpClient();
  private final Process process;
  private final Path targets;
  private final Path log;
  private final URI url;

  private PrometheusProcess(Process process, Path targets, Path log, URI url) {
    this.process = process;
    this.targets = targets;
    this.log = log;
    this.url = url;
  }

  /** Skips the test where there is no Prometheus. */
  public static void assumeInstalled() {
    Program.assumeInstalled("prometheus");
    Program.assumeInstalled("promtool");
  }

  /**
   * Starts it without targets.
   *
   * @param directory holds its data, its settings and its log
   */
  public static PrometheusProcess start(Path directory) {
    try {
      Path targets = Files.createDirectories(directory.resolve("targets"));
      Path config = Files.writeString(directory.resolve("prometheus.yml"), config(targets));
      Path log = directory.resolve("prometheus.log");
      String address = "127.0.0.1:" + freePort();
      Process process =
          new ProcessBuilder(
                  "sh",
                  "-c",
                  WITH_PARENT,
                  "sh",
                  "prometheus",
                  "--config.file=" + config,
                  "--storage.tsdb.path=" + directory.resolve("data"),
                  "--web.listen-address=" + address,
                  "--log.level=warn")
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      PrometheusProcess started =
          new PrometheusProcess(process, targets, log, URI.create("http://" + address));
      started.awaitReady();
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String config(Path targets) {
    return """
        global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
        rule_files: [%s/*.yml]
        scrape_configs:
          - job_name: actonce
            file_sd_configs: [{ files: [%s/*.json], refresh_interval: 1s }]
        """
        .formatted(RuleFiles.DIRECTORY.toAbsolutePath(), targets);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitReady() {
    await()
        .atMost(START_TIMEOUT)
        .ignoreExceptionsMatching(e -> e instanceof UncheckedIOException && process.isAlive())
        .until(() -> get("/-/ready").statusCode() == 200);
  }

  /** Looks at a process from now on. */
  public void watch(String instance, String metricsUrl) {
    URI metrics = URI.create(metricsUrl);
    String target =
        "[{\"targets\":[\"%s\"],\"labels\":{\"instance\":\"%s\",\"__metrics_path__\":\"%s\"}}]"
            .formatted(metrics.getAuthority(), instance, metrics.getPath());
    try {
      Path draft = Files.writeString(targets.resolve(instance + ".draft"), target);
      // In one step, or it would read half of it.
      Files.move(draft, targets.resolve(instance + ".json"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a query yields now: value by labels. */
  public Map<Map<String, String>, Double> query(String text) {
    JsonNode data = api("/api/v1/query?query=" + URLEncoder.encode(text, StandardCharsets.UTF_8));
    Map<Map<String, String>, Double> values = new HashMap<>();
    for (JsonNode series : data.path("result")) {
      Map<String, String> labels = new TreeMap<>();
      series
          .path("metric")
          .properties()
          .forEach(e -> labels.put(e.getKey(), e.getValue().asText()));
      values.put(labels, number(series.path("value").path(1).asText()));
    }
    return values;
  }

  private static double number(String text) {
    return Double.parseDouble(text.replace("Inf", "Infinity"));
  }

  /** Every rule as it is evaluated: its health, and whether an alert fires. */
  public List<JsonNode> rules() {
    List<JsonNode> rules = new ArrayList<>();
    for (JsonNode group : api("/api/v1/rules").path("groups")) {
      group.path("rules").forEach(rules::add);
    }
    return rules;
  }

  private JsonNode api(String path) {
    HttpResponse<String> response = get(path);
    try {
      JsonNode answer = JSON.readTree(response.body());
      if (!answer.path("status").asText().equals("success")) {
        throw new IllegalStateException(path + " yields " + response.body());
      }
      return answer.path("data");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private HttpResponse<String> get(String path) {
    try {
      return client.send(
          HttpRequest.newBuilder(url.resolve(path)).timeout(QUERY_TIMEOUT).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** What it complained about. */
  public String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
