package dev.actonce.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.catalog.Catalog;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.node.PublicTopics;
import dev.actonce.testing.CountingTarget;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.Program;
import dev.actonce.testing.RegistryProcess;
import dev.actonce.wire.Codecs;
import dev.actonce.wire.RegistrySettings;
import dev.actonce.wire.RegistrySettings.Registration;
import dev.actonce.wire.WireFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both registry clients of Node, as the page of foreign clients shows them, on a real registry. */
@LongRun
final class RegistryClientsIT {
  private static final Path NODE = Path.of("src/test/node");

  @TempDir Path scratch;

  @Test
  void chargesOnceFromBothRegistryClientsOfNode() {
    Program.assumeNodePackages(NODE);
    try (CountingTarget target = new CountingTarget();
        RegistryProcess registry = RegistryProcess.start(scratch)) {
      WireFormat format =
          WireFormat.registry(
              RegistrySettings.of(registry.url()).withRegistration(Registration.REGISTER));
      try (EmbeddedPipeline pipeline = startPipeline(target, format)) {
        registerSchemas(format, pipeline);

        String first = node("kafkajs-registry.mjs", pipeline, registry);
        String second = node("confluent-registry.mjs", pipeline, registry);

        assertThat(first).contains("\"SUCCEEDED\"");
        assertThat(second).contains("\"ALREADY_DONE\"");
        assertThat(second.replace("ALREADY_DONE", "SUCCEEDED")).isEqualTo(first);
        assertThat(target.bodies())
            .containsExactly("{\"customer_id\":\"c_812\",\"amount\":149.00,\"currency\":\"EUR\"}");
      }
    }
  }

  private static EmbeddedPipeline startPipeline(CountingTarget target, WireFormat format) {
    Catalog catalog =
        Catalog.parse(
            """
            tools:
              charge_card:
                safety: keyed
                http: { method: POST, url: %s, key_header: Idempotency-Key, timeout: 20s }
            """
                .formatted(target.url()),
            "test");
    return EmbeddedPipeline.startTemporary(
        0, catalog, Map.of(), EmbeddedPipeline.Options.DEFAULT.withWireFormat(format));
  }

  /** As a person does once; the pipeline itself registers only what it writes. */
  private static void registerSchemas(WireFormat format, EmbeddedPipeline pipeline) {
    try (Codecs codecs = Codecs.open(format, PublicTopics.of(pipeline.kafka()))) {
      codecs.intents().prepare();
    }
  }

  /** The last line printed; libraries may log before it. */
  private String node(String script, EmbeddedPipeline pipeline, RegistryProcess registry) {
    return Program.run(
            scratch,
            Map.of("KAFKAJS_NO_PARTITIONER_WARNING", "1"),
            List.of(
                "node",
                NODE.resolve(script).toString(),
                pipeline.bootstrapServers(),
                registry.url()))
        .lines()
        .reduce("", (before, line) -> line);
  }
}
