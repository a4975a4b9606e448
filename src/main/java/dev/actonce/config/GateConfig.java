package dev.actonce.config;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.nio.file.Path;

/**
 * Settings of a gate.
 *
 * @param kafka how to reach the brokers
 * @param instance name of this instance in logs and client ids
 * @param stateDirectory holds its stores; a lost one is restored from Kafka. No two instances may
 *     share one
 * @param threads stream threads, 1 to 64; default 1. More than partitions are idle
 * @param standbys copies of each store on other instances, for a fast take-over, 0 to 5; default 0
 */
public record GateConfig(
    KafkaConfig kafka, String instance, Path stateDirectory, int threads, int standbys) {
  public GateConfig {
    if (!instance.matches("[A-Za-z0-9._-]{1,100}")) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "gate-instance must be 1 to 100 letters, digits, '.', '_' or '-', got '"
              + instance
              + "'");
    }
    requireBetween("gate-threads", threads, 1, 64);
    requireBetween("gate-standbys", standbys, 0, 5);
  }

  /** One thread, no standbys. */
  public static GateConfig of(KafkaConfig kafka, String instance, Path stateDirectory) {
    return new GateConfig(kafka, instance, stateDirectory, 1, 0);
  }

  public GateConfig withThreads(int count) {
    return new GateConfig(kafka, instance, stateDirectory, count, standbys);
  }

  public GateConfig withStandbys(int count) {
    return new GateConfig(kafka, instance, stateDirectory, threads, count);
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

  private static void requireBetween(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING, name + " must be " + least + " to " + most + ", got " + value);
    }
  }
}
