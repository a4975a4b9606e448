package dev.actonce.embedded;

import dev.actonce.catalog.Catalog;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.testcontainers.DockerClientFactory;

/** The broker that the pipeline's cases run on. */
enum BrokerSource {
  /** In this JVM. */
  EMBEDDED {
    @Override
    void requireOrSkip() {}

    @Override
    Deployment deploy(Path data, Catalog catalog) {
      EmbeddedPipeline pipeline =
          EmbeddedPipeline.start(data, 0, catalog, Map.of(), EmbeddedPipeline.Options.DEFAULT);
      return new Deployment(pipeline.kafka(), pipeline::close);
    }
  },

  /** Kafka's own image, in a container. */
  DOCKER {
    @Override
    void requireOrSkip() {
      Assumptions.assumeTrue(
          DockerClientFactory.instance().isDockerAvailable(),
          "no Docker daemon answers here, so the cases do not run on Kafka's own image");
    }

    @Override
    Deployment deploy(Path data, Catalog catalog) {
      return ContainerBroker.deploy(data, catalog);
    }
  };

  /** Passes, or skips the test with the reason. */
  abstract void requireOrSkip();

  /** A pipeline that goes on where an earlier one of the same directory stopped. */
  abstract Deployment deploy(Path data, Catalog catalog);
}
