package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.testing.LongRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands without a broker end within a bound, and say so. */
@LongRun
class UnreachableBrokerIT {
  private static final long LIMIT_SECONDS = 150;

  @TempDir Path directory;

  @Test
  void everyCommandGivesUpInTime() throws Exception {
    String nowhere = closedAddress();
    Path catalog =
        Files.writeString(
            directory.resolve("tools.yaml"),
            "tools: { charge: { safety: unsafe, http: { url: 'http://localhost/' } } }");
    List<String> tools = List.of("--catalog", catalog.toString());
    Path export = Files.writeString(directory.resolve("charges.jsonl"), "{\"key\":\"k\"}");
    List<List<String>> commands =
        List.of(
            List.of("topics", "check"),
            List.of("topics", "create"),
            List.of("doctor"),
            with(tools, "submit", "charge"),
            List.of("status", "v1." + "A".repeat(43)),
            List.of("watch"),
            List.of("audit", "--provider-log", export.toString()),
            with(tools, "gate", "--state-dir", directory.resolve("state").toString()),
            with(tools, "executor"),
            List.of("demo", "--quiet", "--intents", "1"));
    Map<String, CompletableFuture<Cli.Ran>> runs = new LinkedHashMap<>();
    for (List<String> command : commands) {
      String[] line =
          with(List.of("--bootstrap", nowhere), command.toArray(new String[0]))
              .toArray(new String[0]);
      CompletableFuture<Cli.Ran> ran = new CompletableFuture<>();
      Thread thread = new Thread(() -> ran.complete(Cli.run(line)), "cli-" + command.get(0));
      thread.setDaemon(true);
      thread.start();
      runs.put(String.join(" ", command), ran);
    }

    for (Map.Entry<String, CompletableFuture<Cli.Ran>> run : runs.entrySet()) {
      assertThat(run.getValue().get(LIMIT_SECONDS, TimeUnit.SECONDS))
          .as(run.getKey())
          .satisfies(ran -> assertThat(ran.err()).startsWith("actonce: ").contains(nowhere))
          .satisfies(
              ran -> assertThat(ran.err().lines().filter(l -> !l.contains("watching"))).hasSize(1))
          .satisfies(ran -> assertThat(ran.exitCode()).isEqualTo(3));
    }
  }

  private static List<String> with(List<String> more, String... command) {
    List<String> line = new ArrayList<>(List.of(command));
    line.addAll(more);
    return line;
  }

  private static String closedAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "127.0.0.1:" + socket.getLocalPort();
    }
  }
}
