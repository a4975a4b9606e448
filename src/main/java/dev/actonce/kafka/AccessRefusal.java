package dev.actonce.kafka;

import dev.actonce.config.KafkaConfig;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.jspecify.annotations.Nullable;

/**
 * A refusal of the brokers, in words that name what an administrator has to allow: the principal as
 * far as the client's settings tell it, the right, and the topic, group or transactional id.
 */
public final class AccessRefusal {
  private static final int MAX_CAUSES = 20;

  private AccessRefusal() {}

  /** What the client was at when it was refused, as far as the caller knows. */
  public enum Use {
    /** It fetched records. */
    READ("Read"),
    /** It sent records. */
    WRITE("Write"),
    /** It may have been either. */
    UNKNOWN("access");

    private final String right;

    Use(String right) {
      this.right = right;
    }
  }

  /** The exception by which Kafka refuses, in a chain of causes; empty if it is none of these. */
  public static Optional<Throwable> in(Throwable failure) {
    return Stream.<@Nullable Throwable>iterate(failure, e -> e == null ? null : e.getCause())
        .limit(MAX_CAUSES)
        .takeWhile(Objects::nonNull)
        .map(Objects::requireNonNull)
        .filter(AccessRefusal::isRefusal)
        .findFirst();
  }

  /** For offsets in a transaction, Kafka's producer has a plain exception only. */
  private static boolean isRefusal(Throwable failure) {
    return failure instanceof AuthorizationException
        || failure instanceof AuthenticationException
        || (failure.getClass() == KafkaException.class
            && String.valueOf(failure.getMessage()).contains("authorization failed"));
  }

  /**
   * Says what is refused, such as {@code the brokers refuse Write on topic actonce.outcomes to
   * principal gate}.
   *
   * @param refusal of {@link #in}
   */
  public static String describe(Throwable refusal, Use use, KafkaConfig kafka) {
    String who = Principal.of(kafka).map(name -> " to principal " + name).orElse("");
    if (refusal instanceof AuthenticationException) {
      return "the brokers refuse the log-in" + who + ": " + refusal.getMessage();
    }
    return "the brokers refuse " + right(refusal, use) + who;
  }

  private static String right(Throwable refusal, Use use) {
    if (refusal instanceof TopicAuthorizationException topics
        && !topics.unauthorizedTopics().isEmpty()) {
      return use.right
          + " on topic "
          + String.join(", ", topics.unauthorizedTopics().stream().sorted().toList());
    }
    if (refusal instanceof GroupAuthorizationException group && group.groupId() != null) {
      return "Read on group " + group.groupId();
    }
    if (refusal instanceof TransactionalIdAuthorizationException) {
      return "Write on its transactional id (" + refusal.getMessage() + ")";
    }
    if (refusal instanceof ClusterAuthorizationException) {
      return "a right on the cluster (" + refusal.getMessage() + ")";
    }
    return use.right + " (" + refusal.getMessage() + ")";
  }
}
