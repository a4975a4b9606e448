package dev.actonce.kafka;

import dev.actonce.config.OutcomeForms;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The topics of ActOnce, by role. All have the same number of partitions. */
public enum Topic {
  INTENTS("intents", CleanupPolicy.DELETE, Duration.ofDays(7)),
  REROUTED("rerouted", CleanupPolicy.DELETE, Duration.ofDays(1)),
  DISPATCH("dispatch", CleanupPolicy.DELETE, Duration.ofDays(7)),
  CLAIMS("claims", CleanupPolicy.COMPACT, null),
  SETTLEMENTS("settlements", CleanupPolicy.DELETE, Duration.ofDays(30)),
  OUTCOMES("outcomes", CleanupPolicy.DELETE, Duration.ofDays(30)),
  /** Only where outcomes are told in JSON too. */
  OUTCOMES_JSON("outcomes.json", CleanupPolicy.DELETE, Duration.ofDays(30)),
  SUSPECTS("suspects", CleanupPolicy.DELETE, Duration.ofDays(30)),
  DEAD_LETTERS("dead-letters", CleanupPolicy.DELETE, Duration.ofDays(30));

  /** How Kafka removes old records; {@link #setting} is the value of {@code cleanup.policy}. */
  public enum CleanupPolicy {
    DELETE("delete"),
    COMPACT("compact");

    private final String setting;

    CleanupPolicy(String setting) {
      this.setting = setting;
    }

    public String setting() {
      return setting;
    }
  }

  private final String suffix;
  private final CleanupPolicy cleanupPolicy;
  private final @Nullable Duration retention;

  Topic(String suffix, CleanupPolicy cleanupPolicy, @Nullable Duration retention) {
    this.suffix = suffix;
    this.cleanupPolicy = cleanupPolicy;
    this.retention = retention;
  }

  /** The topics of a pipeline that tells its outcomes in these forms. */
  public static Set<Topic> of(OutcomeForms forms) {
    return switch (forms) {
      case AVRO -> EnumSet.complementOf(EnumSet.of(OUTCOMES_JSON));
      case AVRO_AND_JSON -> EnumSet.allOf(Topic.class);
    };
  }

  /** The name without the prefix. */
  public String suffix() {
    return suffix;
  }

  public CleanupPolicy cleanupPolicy() {
    return cleanupPolicy;
  }

  /** How long records are kept; empty for a compacted topic, which keeps the last of each key. */
  public Optional<Duration> retention() {
    return Optional.ofNullable(retention);
  }
}
