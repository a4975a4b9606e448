package dev.actonce.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The topic-level settings of each topic, as the provisioner creates them and checks them. */
public final class TopicSettings {
  /** A record of 3 MiB, the most the gate or an executor sends, with room for its batch. */
  public static final int MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

  /** Arrival time is the clock of every decision; a producer's clock could move it (KIP-1334). */
  public static final String TIMESTAMP_TYPE = "LogAppendTime";

  private TopicSettings() {}

  public static Map<String, String> of(Topic topic, int replicationFactor) {
    Map<String, String> settings = common(topic.cleanupPolicy(), replicationFactor);
    topic
        .retention()
        .ifPresent(retention -> settings.put("retention.ms", Long.toString(retention.toMillis())));
    if (topic == Topic.DEAD_LETTERS) {
      // What came compressed must not take a thousand times its room here.
      settings.put("compression.type", "zstd");
    }
    return settings;
  }

  /** For the topic that remembers how the others were created. */
  static Map<String, String> ofMeta(int replicationFactor) {
    return common(Topic.CleanupPolicy.COMPACT, replicationFactor);
  }

  public static int minInSyncReplicas(int replicationFactor) {
    return Math.min(2, replicationFactor);
  }

  private static Map<String, String> common(Topic.CleanupPolicy policy, int replicationFactor) {
    Map<String, String> settings = new HashMap<>();
    settings.put("cleanup.policy", policy.setting());
    settings.put("message.timestamp.type", TIMESTAMP_TYPE);
    settings.put("min.insync.replicas", Integer.toString(minInSyncReplicas(replicationFactor)));
    settings.put("max.message.bytes", Integer.toString(MAX_MESSAGE_BYTES));
    settings.put("unclean.leader.election.enable", "false");
    if (policy == Topic.CleanupPolicy.COMPACT) {
      // An executor reads all of claims when it takes over, so dead claims must go within the hour.
      settings.put("min.cleanable.dirty.ratio", "0.1");
      settings.put("segment.ms", Long.toString(Duration.ofHours(1).toMillis()));
      settings.put("delete.retention.ms", Long.toString(Duration.ofDays(1).toMillis()));
    }
    return settings;
  }
}
