package dev.actonce.client;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Says what a Kafka error means for an agent.
 *
 * @param bootstrapServers for the message
 */
record KafkaErrors(String bootstrapServers) {

  /**
   * The exception to throw. An interrupt is set again.
   *
   * @param what was tried, as the subject of the message
   */
  ActOnceException translate(String what, Throwable error) {
    Throwable cause = error;
    while ((cause instanceof ExecutionException || cause instanceof CompletionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof ActOnceException known) {
      return known;
    }
    if (cause instanceof InterruptedException || cause instanceof InterruptException) {
      Thread.currentThread().interrupt();
      return of(ErrorCode.INTERRUPTED, what + " was interrupted", "", cause);
    }
    if (cause instanceof RecordTooLargeException) {
      return of(
          ErrorCode.INVALID_INTENT, what, "; the arguments are too large, shorten them", cause);
    }
    if (cause instanceof UnknownTopicOrPartitionException
        || cause instanceof InvalidTopicException) {
      return of(
          ErrorCode.TOPIC_MISCONFIGURED,
          what,
          "; create the topics, or correct the client's topicPrefix",
          cause);
    }
    if (cause instanceof AuthenticationException
        || cause instanceof AuthorizationException
        || cause instanceof ConfigException) {
      return of(
          ErrorCode.INVALID_SETTING,
          what,
          "; correct the client's kafkaProperties, or its access rights",
          cause);
    }
    return of(ErrorCode.BROKER_UNAVAILABLE, what, "; check that the broker is reachable", cause);
  }

  private ActOnceException of(ErrorCode code, String what, String remedy, Throwable cause) {
    String why = cause.getMessage() == null ? "no answer in time" : cause.getMessage();
    return new ActOnceException(
        code,
        what
            + " failed at "
            + bootstrapServers
            + ": "
            + why
            + remedy
            + ". Publishing the same intent again is safe",
        cause);
  }
}
