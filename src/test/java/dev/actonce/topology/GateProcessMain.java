package dev.actonce.topology;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.outcome.AnswerLimits;
import dev.actonce.wire.Codecs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/** The main class of a {@link GateProcess}. Ends when its stdin does. */
final class GateProcessMain {
  /** Sent to its stdin, it sets the clock forward. */
  static final int FORWARD = 'f';

  /** More than a segment of the memory store (half of 25 h), less than the memory (24 h). */
  static final Duration STEP = Duration.ofHours(13);

  private GateProcessMain() {}

  static Path forwarded(Path directory, String instance) {
    return directory.resolve(instance + ".forwarded");
  }

  /**
   * Runs a gate.
   *
   * @param args bootstrap servers, topic prefix, instance, directory, standbys, how far the clock
   *     is ahead, then client properties as name=value
   */
  public static void main(String[] args) throws IOException {
    KafkaConfig kafka =
        KafkaConfig.of(args[0])
            .withTopicPrefix(args[1])
            .withSessionTimeout(Duration.ofSeconds(6))
            .withClientProperties(properties(args));
    String instance = args[2];
    Path directory = Path.of(args[3]);
    GateConfig config =
        GateConfig.of(kafka, instance, GateProcess.state(directory, instance))
            .withStandbys(Integer.parseInt(args[4]));
    AtomicReference<Duration> ahead = new AtomicReference<>(Duration.parse(args[5]));
    try (Codecs codecs = new Codecs();
        GateApp gate =
            GateApp.start(
                config,
                keepingLargeResults(),
                codecs,
                () -> Instant.now().plus(ahead.get()),
                GateReporting.NONE)) {
      CompletableFuture<Void> ready =
          CompletableFuture.runAsync(() -> announce(gate, GateProcess.ready(directory, instance)));
      for (int order = System.in.read(); order >= 0; order = System.in.read()) {
        if (order == FORWARD) {
          ahead.set(STEP);
          Files.createFile(forwarded(directory, instance));
        }
      }
      ready.cancel(true);
    }
    // Streams' threads would wait on for a broker that has ended with the test.
    Runtime.getRuntime().halt(0);
  }

  /** Large results fill the memory quickly, so that it goes to disk while a test waits. */
  private static Catalog keepingLargeResults() {
    ToolPolicy pay = GateHarness.CATALOG.require("pay").policy();
    ToolPolicy.Memory memory =
        new ToolPolicy.Memory(
            pay.memory().window(), pay.memory().memory(), AnswerLimits.RESULT_BYTES);
    return Catalog.of(
        Tool.of(
            new ToolPolicy(
                pay.action(), pay.safety(), pay.key(), memory, pay.execution(), pay.hash())));
  }

  private static Map<String, String> properties(String[] args) {
    return Arrays.stream(args)
        .skip(6)
        .map(line -> line.split("=", 2))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
  }

  private static void announce(GateApp gate, Path ready) {
    gate.awaitReady(GateClient.PATIENCE);
    try {
      Files.createFile(ready);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
