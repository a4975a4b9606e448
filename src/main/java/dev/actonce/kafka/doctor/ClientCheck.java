package dev.actonce.kafka.doctor;

import dev.actonce.config.KafkaConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks our own side: client properties, time-outs and the version of the library. Pure. */
final class ClientCheck {
  /** A takeover reads the committed offsets of two topics and the claims, up to 30 s each. */
  private static final Duration LONGEST_TAKEOVER = Duration.ofSeconds(90);

  /** Kafka's default, which holds when the property is not set. */
  private static final String POLL_INTERVAL_MS = "300000";

  /** After so long a takeover stops waiting and begins anew. */
  private static final Duration TAKEOVER_WAIT = Duration.ofSeconds(30);

  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*");
  private static final int MAJOR = 4;
  private static final int MINOR = 4;

  private ClientCheck() {}

  /**
   * What differs in the client settings.
   *
   * @param consumer the properties of the executor's consumer
   */
  static List<Finding> settings(KafkaConfig ours, Map<String, Object> consumer) {
    List<Finding> findings = new ArrayList<>();
    String isolation = String.valueOf(consumer.get("isolation.level"));
    if (!isolation.equals("read_committed")) {
      findings.add(new Finding(Rule.ISOLATION, "executor", "read_committed", isolation));
    }
    long pollMs =
        Long.parseLong(consumer.getOrDefault("max.poll.interval.ms", POLL_INTERVAL_MS).toString());
    if (pollMs < LONGEST_TAKEOVER.toMillis()) {
      String expected = "at least " + LONGEST_TAKEOVER.toMillis();
      findings.add(new Finding(Rule.POLL_INTERVAL, "executor", expected, Long.toString(pollMs)));
    }
    if (ours.transactionTimeout().compareTo(TAKEOVER_WAIT) > 0) {
      findings.add(
          new Finding(
              Rule.SLOW_TAKEOVER,
              "gate and executor",
              "at most " + TAKEOVER_WAIT,
              ours.transactionTimeout().toString()));
    }
    findings.add(
        Finding.info(
            Rule.CLIENT_SETTINGS,
            "executor",
            "isolation.level=%s, session timeout %s, transaction timeout %s, max.poll.interval.ms=%d"
                .formatted(isolation, ours.sessionTimeout(), ours.transactionTimeout(), pollMs)));
    return List.copyOf(findings);
  }

  /** Whether the library is the one that ActOnce needs. */
  static List<Finding> version(String version) {
    Matcher parts = VERSION.matcher(version);
    if (!parts.matches()) {
      String reason = "not possible: its version reads '" + version + "'";
      return List.of(new Finding(Rule.NOT_CHECKED, "kafka-clients", "possible", reason));
    }
    int major = Integer.parseInt(parts.group(1));
    int minor = Integer.parseInt(parts.group(2));
    boolean fits = major > MAJOR || (major == MAJOR && minor >= MINOR);
    String expected = "at least " + MAJOR + "." + MINOR;
    return fits
        ? List.of(Finding.info(Rule.CLIENT_SETTINGS, "kafka-clients", "version " + version))
        : List.of(new Finding(Rule.CLIENT_VERSION, "kafka-clients", expected, version));
  }
}
