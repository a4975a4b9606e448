package dev.actonce.kafka;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Waits for Kafka with a bound and turns what goes wrong into our errors. */
public final class KafkaCalls {
  private final String bootstrapServers;
  private final Duration timeout;

  public KafkaCalls(String bootstrapServers, Duration timeout) {
    this.bootstrapServers = bootstrapServers;
    this.timeout = timeout;
  }

  public Duration timeout() {
    return timeout;
  }

  /** Waits for an answer of the admin client. */
  public <T> T await(KafkaFuture<T> answer) {
    try {
      return get(answer);
    } catch (ExecutionException e) {
      throw failed(e);
    }
  }

  /**
   * Waits for an answer about a topic; empty if the broker that was asked does not know it. Brokers
   * learn of a new topic one after the other.
   */
  public <T> Optional<T> awaitKnown(KafkaFuture<T> answer) {
    try {
      return Optional.of(get(answer));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return Optional.empty();
      }
      throw failed(e);
    }
  }

  private <T> T get(KafkaFuture<T> answer) throws ExecutionException {
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw failed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ActOnceException(
          ErrorCode.INTERRUPTED, "interrupted while waiting for " + bootstrapServers, e);
    }
  }

  /** Runs a call that blocks within the client's own time-outs, or makes a client. */
  public <T> T call(Supplier<T> call) {
    try {
      return call.get();
    } catch (KafkaException e) {
      throw failed(e);
    }
  }

  private ActOnceException failed(ExecutionException e) {
    return failed(e.getCause() == null ? e : e.getCause());
  }

  private ActOnceException failed(Throwable cause) {
    if (cause instanceof InterruptException) {
      return new ActOnceException(
          ErrorCode.INTERRUPTED, "interrupted while waiting for " + bootstrapServers, cause);
    }
    if (cause instanceof ApiException && !(cause instanceof RetriableException)) {
      return new ActOnceException(
          AccessRefusal.in(cause).isPresent() ? ErrorCode.ACCESS_DENIED : ErrorCode.INVALID_SETTING,
          "Kafka at %s refuses: %s; check security properties, access rules and the values given"
              .formatted(bootstrapServers, cause.getMessage()),
          cause);
    }
    Throwable config = cause instanceof ConfigException ? cause : cause.getCause();
    if (config instanceof ConfigException) {
      // The client cannot be made: an address that does not resolve, or a bad property.
      String detail = String.valueOf(config.getMessage());
      ErrorCode code =
          detail.contains("bootstrap") ? ErrorCode.BROKER_UNAVAILABLE : ErrorCode.INVALID_SETTING;
      return new ActOnceException(
          code, "no Kafka client for %s: %s".formatted(bootstrapServers, detail), cause);
    }
    return new ActOnceException(
        ErrorCode.BROKER_UNAVAILABLE,
        "Kafka at %s does not answer within %s (%s); check that it runs and the address is right"
            .formatted(bootstrapServers, timeout, cause),
        cause);
  }
}
