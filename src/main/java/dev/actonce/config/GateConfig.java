package dev.actonce.config;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.nio.file.Path;
import java.util.List;

/**
 * Settings of a gate.
 *
 * @param kafka how to reach the brokers
 * @param instance name of this instance in logs and client ids
 * @param stateDirectory holds its stores; a lost one is restored from Kafka. No two instances may
 *     share one
 * @param threads stream threads, 1 to 64; default 1. More than partitions are idle
 * @param standbys copies of each store on other instances, for a fast take-over, 0 to 5; default 0
 * @param stateMemoryMib memory outside the heap for all its stores together, in MiB, 16 to 65,536;
 *     default 128. A soft bound
 * @param skips records that are passed without being read; see {@link SkipPoint}
 */
public record GateConfig(
    KafkaConfig kafka,
    String instance,
    Path stateDirectory,
    int threads,
    int standbys,
    int stateMemoryMib,
    List<SkipPoint> skips) {
  public static final int DEFAULT_STATE_MEMORY_MIB = 128;

  public GateConfig {
    skips = List.copyOf(skips);
    if (!instance.matches("[A-Za-z0-9._-]{1,100}")) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "gate-instance must be 1 to 100 letters, digits, '.', '_' or '-', got '"
              + instance
              + "'");
    }
    requireBetween("gate-threads", threads, 1, 64);
    requireBetween("gate-standbys", standbys, 0, 5);
    requireBetween("gate-state-memory", stateMemoryMib, 16, 65_536);
  }

  /** One thread, no standbys, 128 MiB for the stores. */
  public static GateConfig of(KafkaConfig kafka, String instance, Path stateDirectory) {
    return new GateConfig(
        kafka, instance, stateDirectory, 1, 0, DEFAULT_STATE_MEMORY_MIB, List.of());
  }

  public GateConfig withThreads(int count) {
    return new GateConfig(kafka, instance, stateDirectory, count, standbys, stateMemoryMib, skips);
  }

  public GateConfig withStandbys(int count) {
    return new GateConfig(kafka, instance, stateDirectory, threads, count, stateMemoryMib, skips);
  }

  public GateConfig withStateMemoryMib(int mib) {
    return new GateConfig(kafka, instance, stateDirectory, threads, standbys, mib, skips);
  }

  public GateConfig withSkips(List<SkipPoint> points) {
    return new GateConfig(
        kafka, instance, stateDirectory, threads, standbys, stateMemoryMib, points);
  }

  /**
   * The Streams application id. It names the consumer group, the changelogs and the transactions:
   * all gates of one pipeline share it.
   */
  public String applicationId() {
    return applicationId(kafka);
  }

  /** The application id of all gates of a pipeline. */
  public static String applicationId(KafkaConfig kafka) {
    return kafka.topicPrefix() + "gate";
  }

  /** The application id of what finds suspected duplicates beside these gates. */
  public static String suspectsApplicationId(KafkaConfig kafka) {
    return kafka.topicPrefix() + "suspects";
  }

  private static void requireBetween(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING, name + " must be " + least + " to " + most + ", got " + value);
    }
  }
}
