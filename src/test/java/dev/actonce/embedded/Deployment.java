package dev.actonce.embedded;

import dev.actonce.config.KafkaConfig;

/**
 * A running pipeline.
 *
 * @param kafka how to reach it
 * @param end stops it; its data stays
 */
record Deployment(KafkaConfig kafka, Runnable end) implements AutoCloseable {
  @Override
  public void close() {
    end.run();
  }
}
