package dev.actonce.cli;

import org.apache.kafka.clients.producer.KafkaProducer;
import picocli.CommandLine.IVersionProvider;

/** Versions of ActOnce, of its Kafka clients and of Java. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "actonce " + of(Version.class),
      "kafka " + of(KafkaProducer.class) + ", java " + Runtime.version()
    };
  }

  private static String of(Class<?> type) {
    String version = type.getPackage().getImplementationVersion();
    return version == null ? "(not packaged)" : version;
  }
}
