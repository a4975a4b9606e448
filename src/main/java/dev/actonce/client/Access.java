package dev.actonce.client;

import dev.actonce.kafka.KafkaErrors;
import dev.actonce.kafka.TopicNames;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/**
 * Whether this client has the rights that it needs, asked of the broker before the first intent and
 * again after each refusal: an intent whose outcome cannot be read is never sent. Thread-safe.
 */
final class Access {
  private final Admin admin;
  private final TopicNames topics;
  private final KafkaErrors errors;
  private volatile boolean mayPublish;
  private volatile boolean mayRead;

  Access(Admin admin, TopicNames topics, KafkaErrors errors) {
    this.admin = admin;
    this.topics = topics;
    this.errors = errors;
  }

  /** Requires WRITE on intents and READ on outcomes. */
  void requirePublisher(Duration limit) {
    if (!mayPublish) {
      Map<String, AclOperation> needed = new LinkedHashMap<>();
      needed.put(topics.intents(), AclOperation.WRITE);
      needed.put(topics.outcomes(), AclOperation.READ);
      require(needed, limit);
      mayPublish = true;
      mayRead = true;
    }
  }

  /** Requires READ on outcomes. */
  void requireReader(Duration limit) {
    if (!mayRead) {
      require(Map.of(topics.outcomes(), AclOperation.READ), limit);
      mayRead = true;
    }
  }

  /** Asks again next time, because the broker refused something. */
  void doubt() {
    mayPublish = false;
    mayRead = false;
  }

  private void require(Map<String, AclOperation> needed, Duration limit) {
    DescribeTopicsOptions options =
        new DescribeTopicsOptions()
            .includeAuthorizedOperations(true)
            .timeoutMs(Math.toIntExact(Math.max(1, limit.toMillis())));
    Map<String, KafkaFuture<TopicDescription>> answers =
        admin.describeTopics(needed.keySet(), options).topicNameValues();
    needed.forEach(
        (topic, right) -> {
          KafkaFuture<TopicDescription> answer = answers.get(topic);
          if (answer != null && !allows(answer, topic, right, limit)) {
            throw errors.denied(right, topic);
          }
        });
  }

  private boolean allows(
      KafkaFuture<TopicDescription> answer, String topic, AclOperation right, Duration limit) {
    try {
      Set<AclOperation> allowed =
          answer.get(limit.toMillis(), TimeUnit.MILLISECONDS).authorizedOperations();
      // A broker that does not say refuses later, if it must.
      return allowed == null || allowed.contains(right);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      if (e.getCause() instanceof TopicAuthorizationException) {
        return false;
      }
      throw errors.translate("looking for " + topic, e);
    }
  }
}
