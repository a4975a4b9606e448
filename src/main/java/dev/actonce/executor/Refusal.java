package dev.actonce.executor;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.kafka.TopicNames;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/**
 * A broker's refusal to let this executor do its work, in words that a person can act on: who, what
 * right, on what.
 *
 * @param text such as {@code User:pay lacks Write on topic 'actonce.outcomes'}; never a secret
 */
record Refusal(String text) {
  private static final int MAX_CAUSES = 10;
  private static final Pattern USER =
      Pattern.compile("\\busername\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)'|([^\\s;\"']+))");

  /** The refusal that a failure stems from, if it does: clients wrap it at times. */
  static Optional<Refusal> of(Throwable failure, ExecutorConfig config) {
    @Nullable Throwable cause = failure;
    for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
      if (cause instanceof AuthenticationException) {
        return Optional.of(
            new Refusal(principal(config) + " cannot log in: " + cause.getMessage()));
      }
      if (cause instanceof AuthorizationException denied) {
        return Optional.of(new Refusal(principal(config) + " lacks " + right(denied, config)));
      }
      if (isUntyped(cause)) {
        TopicNames topics = new TopicNames(config.kafka().topicPrefix());
        return Optional.of(
            new Refusal(
                principal(config)
                    + " lacks "
                    + rights(Set.of(topics.dispatch(), topics.settlements()), topics)
                    + " (one of them)"));
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }

  /** A transaction that may not commit a topic's offsets ends so, with a text only. */
  private static boolean isUntyped(Throwable cause) {
    return cause.getClass() == KafkaException.class
        && String.valueOf(cause.getMessage()).contains(Errors.TOPIC_AUTHORIZATION_FAILED.message());
  }

  private static String right(AuthorizationException denied, ExecutorConfig config) {
    if (denied instanceof TopicAuthorizationException topics
        && !topics.unauthorizedTopics().isEmpty()) {
      return rights(topics.unauthorizedTopics(), new TopicNames(config.kafka().topicPrefix()));
    }
    if (denied instanceof GroupAuthorizationException) {
      return "Read on group '" + config.group() + "'";
    }
    if (denied instanceof TransactionalIdAuthorizationException) {
      return "Write on transactional id '" + config.transactionalId() + "'";
    }
    if (denied instanceof ClusterAuthorizationException) {
      return "IdempotentWrite on the cluster (brokers before 2.8), or what this says: "
          + denied.getMessage();
    }
    return "a right: " + denied.getMessage();
  }

  /** What an executor needs on each topic; a refusal names the topic only. */
  private static String rights(Set<String> refused, TopicNames topics) {
    Map<String, String> needs =
        Map.of(
            topics.dispatch(), "Read",
            topics.settlements(), "Read and Write",
            topics.claims(), "Read and Write",
            topics.outcomes(), "Write",
            topics.deadLetters(), "Write");
    return String.join(
        ", ",
        new TreeSet<>(refused)
            .stream()
                .map(topic -> needs.getOrDefault(topic, "Read") + " on topic '" + topic + "'")
                .toList());
  }

  private static String principal(ExecutorConfig config) {
    Map<String, String> properties = config.kafka().clientProperties();
    Matcher user = USER.matcher(properties.getOrDefault("sasl.jaas.config", ""));
    if (!user.find()) {
      return "this executor's principal";
    }
    for (int group = 1; group <= user.groupCount(); group++) {
      if (user.group(group) != null) {
        return "User:" + user.group(group);
      }
    }
    return "this executor's principal";
  }
}
