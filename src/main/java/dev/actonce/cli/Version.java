package dev.actonce.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import picocli.CommandLine.IVersionProvider;

/** Versions of ActOnce, of its Kafka clients and of Java. */
final class Version implements IVersionProvider {
  private static final String UNKNOWN = "(unknown)";

  /** The clients' jar names its version here; its manifest does not. */
  private static final String KAFKA = "/kafka/kafka-version.properties";

  @Override
  public String[] getVersion() throws IOException {
    String ours = Version.class.getPackage().getImplementationVersion();
    return new String[] {
      "actonce " + (ours == null ? "(not packaged)" : ours),
      "kafka " + kafka() + ", java " + Runtime.version()
    };
  }

  private static String kafka() throws IOException {
    try (InputStream file = KafkaProducer.class.getResourceAsStream(KAFKA)) {
      if (file == null) {
        return UNKNOWN;
      }
      Properties properties = new Properties();
      properties.load(file);
      return properties.getProperty("version", UNKNOWN);
    }
  }
}
