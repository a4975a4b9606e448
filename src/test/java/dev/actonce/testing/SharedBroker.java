package dev.actonce.testing;

import dev.actonce.config.KafkaConfig;
import dev.actonce.embedded.EmbeddedBroker;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One broker for the tests of this JVM, started by the first that asks and stopped when the JVM
 * ends. Each test asks for a topic prefix of its own, so no test sees the records of another. A
 * test that stops the broker, or changes what holds for all topics, starts its own instead.
 * Thread-safe.
 */
public final class SharedBroker {
  private static final AtomicInteger PREFIXES = new AtomicInteger();

  private SharedBroker() {}

  /** Started when first used. */
  private static final class Running {
    private static final EmbeddedBroker BROKER = start();

    private static EmbeddedBroker start() {
      EmbeddedBroker broker = EmbeddedBroker.startTemporary();
      Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "shared-broker-close"));
      return broker;
    }
  }

  /**
   * How to reach it, with a topic prefix that no other test has. The topics are not there yet.
   *
   * @param name what the prefix starts with, such as {@code gate}
   */
  public static KafkaConfig kafka(String name) {
    return KafkaConfig.of(Running.BROKER.bootstrapServers())
        .withTopicPrefix(name + PREFIXES.incrementAndGet() + ".");
  }
}
