package dev.actonce.lab.demo;

import dev.actonce.catalog.Catalog;
import dev.actonce.client.ActOnceClient;
import dev.actonce.config.MetricsConfig;
import dev.actonce.embedded.EmbeddedPipeline;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Starts the demo's pipeline in this process.
 *
 * @param metrics where its metrics are shown; empty for nowhere
 * @param metricsPrefix starts the line that says where they are
 * @param said is told where they are
 */
public record EmbeddedDemo(
    Optional<MetricsConfig> metrics, String metricsPrefix, Consumer<String> said)
    implements Demo.Starter {
  @Override
  public Pipeline start(Catalog catalog) {
    EmbeddedPipeline.Options options =
        metrics
            .map(EmbeddedPipeline.Options.DEFAULT::withMetrics)
            .orElse(EmbeddedPipeline.Options.DEFAULT);
    EmbeddedPipeline pipeline = EmbeddedPipeline.startTemporary(0, catalog, Map.of(), options);
    try {
      pipeline.metricsUrl().ifPresent(url -> said.accept(metricsPrefix + url));
      ActOnceClient client =
          ActOnceClient.builder()
              .bootstrapServers(pipeline.bootstrapServers())
              .topicPrefix(pipeline.kafka().topicPrefix())
              .catalog(catalog)
              .build();
      return new DemoPipeline(client, pipeline::close);
    } catch (RuntimeException e) {
      pipeline.close();
      throw e;
    }
  }
}
