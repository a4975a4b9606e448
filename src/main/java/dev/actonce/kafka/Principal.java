package dev.actonce.kafka;

import dev.actonce.config.KafkaConfig;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Who our clients are to the brokers, as far as their own settings tell. */
public final class Principal {
  private static final String JAAS = "sasl.jaas.config";
  private static final Pattern USERNAME =
      Pattern.compile("\\busername\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)'|([^\\s;\"']+))");

  private Principal() {}

  /**
   * The user name of SASL/PLAIN and SCRAM; empty with others, of which only the brokers know it.
   */
  public static Optional<String> of(KafkaConfig kafka) {
    Matcher username = USERNAME.matcher(kafka.clientProperties().getOrDefault(JAAS, ""));
    return username.find()
        ? Stream.of(username.group(1), username.group(2), username.group(3))
            .filter(Objects::nonNull)
            .findFirst()
        : Optional.empty();
  }
}
