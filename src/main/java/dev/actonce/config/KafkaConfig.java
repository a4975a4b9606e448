package dev.actonce.config;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How to reach Kafka, which topics there are, and the two time-outs that the guarantee leans on.
 *
 * @param bootstrapServers {@code host:port}, several separated by commas
 * @param topicPrefix starts each topic name; ends in {@code .}, {@code -} or {@code _}, at most 100
 *     characters
 * @param clientProperties extra properties for every client, such as TLS and SASL; may hold
 *     secrets, so {@link #toString} leaves the values out
 * @param sessionTimeout how long an executor may be silent before its partitions go to another; 1 s
 *     to 5 min
 * @param transactionTimeout when the broker aborts the transaction of a producer that went silent;
 *     1 s to 15 min, the brokers' own limit by default
 * @param outcomeForms whether there is a topic of outcomes in JSON; default AVRO, so there is none
 */
public record KafkaConfig(
    String bootstrapServers,
    String topicPrefix,
    Map<String, String> clientProperties,
    Duration sessionTimeout,
    Duration transactionTimeout,
    OutcomeForms outcomeForms) {
  public static final String DEFAULT_TOPIC_PREFIX = "actonce.";
  public static final Duration DEFAULT_SESSION_TIMEOUT = Duration.ofSeconds(10);
  public static final Duration DEFAULT_TRANSACTION_TIMEOUT = Duration.ofSeconds(15);

  private static final Pattern BOOTSTRAP =
      Pattern.compile("[^,\\s]+:\\d{1,5}(,[^,\\s]+:\\d{1,5})*");
  private static final Pattern PREFIX = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]{0,98}[._-]");

  public KafkaConfig {
    clientProperties = Map.copyOf(clientProperties);
    if (!BOOTSTRAP.matcher(bootstrapServers).matches()) {
      throw invalid(
          "bootstrap servers must be host:port, several separated by commas without spaces, got '%s'"
              .formatted(bootstrapServers));
    }
    requireTopicPrefix(topicPrefix);
    requireBetween("session timeout", sessionTimeout, Duration.ofMinutes(5));
    requireBetween("transaction timeout", transactionTimeout, Duration.ofMinutes(15));
  }

  /** Default prefix and time-outs, no extra properties. */
  public static KafkaConfig of(String bootstrapServers) {
    return new KafkaConfig(
        bootstrapServers,
        DEFAULT_TOPIC_PREFIX,
        Map.of(),
        DEFAULT_SESSION_TIMEOUT,
        DEFAULT_TRANSACTION_TIMEOUT,
        OutcomeForms.AVRO);
  }

  public KafkaConfig withTopicPrefix(String prefix) {
    return new KafkaConfig(
        bootstrapServers,
        prefix,
        clientProperties,
        sessionTimeout,
        transactionTimeout,
        outcomeForms);
  }

  public KafkaConfig withClientProperties(Map<String, String> properties) {
    return new KafkaConfig(
        bootstrapServers,
        topicPrefix,
        properties,
        sessionTimeout,
        transactionTimeout,
        outcomeForms);
  }

  public KafkaConfig withSessionTimeout(Duration timeout) {
    return new KafkaConfig(
        bootstrapServers, topicPrefix, clientProperties, timeout, transactionTimeout, outcomeForms);
  }

  public KafkaConfig withTransactionTimeout(Duration timeout) {
    return new KafkaConfig(
        bootstrapServers, topicPrefix, clientProperties, sessionTimeout, timeout, outcomeForms);
  }

  public KafkaConfig withOutcomeForms(OutcomeForms forms) {
    return new KafkaConfig(
        bootstrapServers, topicPrefix, clientProperties, sessionTimeout, transactionTimeout, forms);
  }

  /**
   * Reads client properties from a Java properties file, as Kafka's own tools take it.
   *
   * @throws ActOnceException INVALID_SETTING if the file cannot be read or is malformed
   */
  public static Map<String, String> readClientProperties(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "cannot read Kafka properties from " + file + " (" + e + "); check path and syntax",
          e);
    }
    return properties.stringPropertyNames().stream()
        .collect(Collectors.toMap(name -> name, properties::getProperty));
  }

  /**
   * Returns the prefix if it can start topic names.
   *
   * @throws ActOnceException INVALID_SETTING otherwise
   */
  public static String requireTopicPrefix(String prefix) {
    if (!PREFIX.matcher(prefix).matches()) {
      throw invalid(
          ("topic prefix must be 2 to 100 letters, digits, '.', '_' or '-', start with a letter or "
                  + "digit and end in '.', '_' or '-', got '%s'; for example '%s'")
              .formatted(prefix, DEFAULT_TOPIC_PREFIX));
    }
    return prefix;
  }

  @Override
  public String toString() {
    return ("KafkaConfig[bootstrapServers=%s, topicPrefix=%s, clientProperties=%s, "
            + "sessionTimeout=%s, transactionTimeout=%s, outcomeForms=%s]")
        .formatted(
            bootstrapServers,
            topicPrefix,
            clientProperties.keySet(),
            sessionTimeout,
            transactionTimeout,
            outcomeForms);
  }

  private static void requireBetween(String name, Duration value, Duration most) {
    Duration least = Duration.ofSeconds(1);
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw invalid("%s must be %s to %s, got %s".formatted(name, least, most, value));
    }
  }

  private static ActOnceException invalid(String message) {
    return new ActOnceException(ErrorCode.INVALID_SETTING, message);
  }
}
