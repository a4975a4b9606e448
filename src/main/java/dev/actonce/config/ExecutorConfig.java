package dev.actonce.config;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.time.Duration;

/**
 * Settings of an executor.
 *
 * @param kafka how to reach the brokers
 * @param instance name of this instance, part of its transactional id; unique among live executors,
 *     and better the same after a restart, which then ends its own open transaction at once
 * @param maxInFlight calls at once, 1 to 10,000; default 64
 * @param drainTimeout how long a shutdown waits for running calls; default 10 s
 */
public record ExecutorConfig(
    KafkaConfig kafka, String instance, int maxInFlight, Duration drainTimeout) {
  public static final int DEFAULT_MAX_IN_FLIGHT = 64;
  public static final Duration DEFAULT_DRAIN_TIMEOUT = Duration.ofSeconds(10);

  public ExecutorConfig {
    if (!instance.matches("[A-Za-z0-9._-]{1,100}")) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "executor-instance must be 1 to 100 letters, digits, '.', '_' or '-', got '"
              + instance
              + "'");
    }
    if (maxInFlight < 1 || maxInFlight > 10_000) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "executor-max-in-flight must be 1 to 10000, got " + maxInFlight);
    }
    if (drainTimeout.isNegative()) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "executor-drain-timeout must not be negative, got " + drainTimeout);
    }
  }

  /** Defaults for an instance of this name. */
  public static ExecutorConfig of(KafkaConfig kafka, String instance) {
    return new ExecutorConfig(kafka, instance, DEFAULT_MAX_IN_FLIGHT, DEFAULT_DRAIN_TIMEOUT);
  }

  /** Consumer group that shares the partitions. */
  public String group() {
    return group(kafka);
  }

  /** The consumer group of all executors of a pipeline. */
  public static String group(KafkaConfig kafka) {
    return kafka.topicPrefix() + "executor";
  }

  /** Names this instance's transactions. */
  public String transactionalId() {
    return group() + "-" + instance;
  }

  /** How long after a proof of ownership a call may still start: 80 % of the session timeout. */
  public Duration lease() {
    return kafka.sessionTimeout().multipliedBy(4).dividedBy(5);
  }
}
