package dev.actonce.kafka;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.acl.AclOperation;
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
 * @param principal who this client is to the broker, as far as its settings tell
 */
public record KafkaErrors(String bootstrapServers, String principal) {
  public static KafkaErrors of(KafkaConfig kafka) {
    return new KafkaErrors(
        kafka.bootstrapServers(),
        Principal.of(kafka).map(name -> "principal '" + name + "'").orElse("this client"));
  }

  /** Whether the broker refuses what this client may not do, or does not believe who it is. */
  public static boolean isRefusal(Throwable error) {
    Throwable cause = unwrapped(error);
    return cause instanceof AuthenticationException || cause instanceof AuthorizationException;
  }

  /** The exception for a right that is missing before anything was sent. */
  public ActOnceException denied(AclOperation right, String topic) {
    return new ActOnceException(
        ErrorCode.ACCESS_DENIED,
        "%s has no %s right on topic %s at %s; nothing was published. Grant it, or correct the client's kafkaProperties"
            .formatted(principal, right, topic, bootstrapServers));
  }

  /**
   * The exception to throw. An interrupt is set again.
   *
   * @param what was tried, as the subject of the message
   */
  public ActOnceException translate(String what, Throwable error) {
    Throwable cause = unwrapped(error);
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
    if (isRefusal(cause)) {
      return of(
          ErrorCode.ACCESS_DENIED,
          what,
          "; grant " + principal + " the right, or correct the client's kafkaProperties",
          cause);
    }
    if (cause instanceof ConfigException) {
      return of(ErrorCode.INVALID_SETTING, what, "; correct the client's kafkaProperties", cause);
    }
    return of(ErrorCode.BROKER_UNAVAILABLE, what, "; check that the broker is reachable", cause);
  }

  private static Throwable unwrapped(Throwable error) {
    Throwable cause = error;
    while ((cause instanceof ExecutionException || cause instanceof CompletionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
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
