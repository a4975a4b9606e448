package dev.actonce.topology;

import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/** A gate in a JVM of its own, so that a test can kill it. Ends when its stdin does. */
final class GateProcessMain {
  private GateProcessMain() {}

  /**
   * Runs a gate.
   *
   * @param args bootstrap servers, topic prefix, state directory, file to create when ready
   */
  public static void main(String[] args) throws IOException {
    KafkaConfig kafka =
        KafkaConfig.of(args[0]).withTopicPrefix(args[1]).withSessionTimeout(Duration.ofSeconds(6));
    GateConfig config = GateConfig.of(kafka, "process", Path.of(args[2]));
    try (GateApp gate = GateApp.start(config, GateHarness.CATALOG, InstantSource.system())) {
      gate.awaitReady(GateClient.PATIENCE);
      Files.createFile(Path.of(args[3]));
      while (System.in.read() >= 0) {
        // Nothing is sent; the end of the stream is the end of the test.
      }
    }
  }
}
