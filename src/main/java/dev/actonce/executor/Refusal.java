package dev.actonce.executor;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.kafka.AccessRefusal;
import dev.actonce.kafka.Principal;
import dev.actonce.kafka.TopicNames;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;

/**
 * A broker's refusal to let this executor do its work, in words that a person can act on: who, what
 * right, on what.
 *
 * @param text such as {@code User:pay lacks Write on topic 'actonce.outcomes'}; never a secret
 */
record Refusal(String text) {
  /** The refusal that a failure stems from, if it does: clients wrap it at times. */
  static Optional<Refusal> of(Throwable failure, ExecutorConfig config) {
    return AccessRefusal.in(failure)
        .map(refusal -> new Refusal(principal(config) + " " + lack(refusal, config)));
  }

  private static String lack(Throwable refusal, ExecutorConfig config) {
    if (refusal instanceof AuthenticationException) {
      return "cannot log in: " + refusal.getMessage();
    }
    if (refusal instanceof AuthorizationException denied) {
      return "lacks " + right(denied, config);
    }
    // A transaction that may not commit a topic's offsets ends with a text only.
    TopicNames topics = new TopicNames(config.kafka().topicPrefix());
    return "lacks "
        + rights(Set.of(topics.dispatch(), topics.settlements()), topics)
        + " (one of them)";
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
    return Principal.of(config.kafka())
        .map(name -> "User:" + name)
        .orElse("this executor's principal");
  }
}
