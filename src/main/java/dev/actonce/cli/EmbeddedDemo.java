package dev.actonce.cli;

import dev.actonce.catalog.Catalog;
import dev.actonce.cli.demo.Pipeline;
import dev.actonce.client.ActOnceClient;
import dev.actonce.embedded.EmbeddedPipeline;
import java.util.Map;

/** Starts the demo's pipeline in this process. */
final class EmbeddedDemo {
  private EmbeddedDemo() {}

  static Pipeline start(Catalog catalog) {
    EmbeddedPipeline pipeline =
        EmbeddedPipeline.startTemporary(0, catalog, Map.of(), EmbeddedPipeline.Options.DEFAULT);
    try {
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
