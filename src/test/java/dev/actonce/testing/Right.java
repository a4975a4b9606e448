package dev.actonce.testing;

import static org.apache.kafka.common.resource.PatternType.LITERAL;
import static org.apache.kafka.common.resource.PatternType.PREFIXED;
import static org.apache.kafka.common.resource.ResourceType.GROUP;
import static org.apache.kafka.common.resource.ResourceType.TOPIC;
import static org.apache.kafka.common.resource.ResourceType.TRANSACTIONAL_ID;

import dev.actonce.kafka.TopicNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * One operation on one resource, or on all whose names start alike; what a rule of {@link
 * SecuredBroker} allows or denies. READ and WRITE include DESCRIBE, as everywhere in Kafka.
 */
public record Right(ResourcePattern resource, AclOperation operation) {

  /** Rights on the topic of this full name. */
  public static List<Right> topic(String name, AclOperation... operations) {
    return of(TOPIC, name, LITERAL, operations);
  }

  /** Rights on all topics that start so. */
  public static List<Right> topicsFrom(String prefix, AclOperation... operations) {
    return of(TOPIC, prefix, PREFIXED, operations);
  }

  /** Rights on the consumer group of this name. */
  public static List<Right> group(String name, AclOperation... operations) {
    return of(GROUP, name, LITERAL, operations);
  }

  /** Rights on all transactional ids that start so. */
  public static List<Right> transactionsFrom(String prefix, AclOperation... operations) {
    return of(TRANSACTIONAL_ID, prefix, PREFIXED, operations);
  }

  /** What an agent with the SDK needs. */
  public static List<Right> ofAgent() {
    TopicNames topics = TopicNames.DEFAULT;
    return join(
        topic(topics.intents(), AclOperation.WRITE), topic(topics.outcomes(), AclOperation.READ));
  }

  /** What a gate, with its watch over suspects, needs. */
  public static List<Right> ofGate() {
    List<Right> rights = new ArrayList<>(ofAnyService());
    for (String read : List.of("intents", "rerouted", "outcomes", "dispatch")) {
      rights.addAll(topic("actonce." + read, AclOperation.READ));
    }
    for (String written :
        List.of("dispatch", "outcomes", "outcomes.json", "rerouted", "dead-letters", "suspects")) {
      rights.addAll(topic("actonce." + written, AclOperation.WRITE));
    }
    for (String app : List.of("actonce.gate", "actonce.suspects")) {
      rights.addAll(
          topicsFrom(
              app + "-",
              AclOperation.CREATE,
              AclOperation.READ,
              AclOperation.WRITE,
              AclOperation.DELETE));
      rights.addAll(group(app, AclOperation.READ));
      rights.addAll(transactionsFrom(app + "-", AclOperation.WRITE));
    }
    return List.copyOf(rights);
  }

  /** What an executor needs. */
  public static List<Right> ofExecutor() {
    List<Right> rights = new ArrayList<>(ofAnyService());
    for (String read : List.of("dispatch", "settlements", "claims")) {
      rights.addAll(topic("actonce." + read, AclOperation.READ));
    }
    for (String written : List.of("claims", "outcomes", "settlements", "dead-letters")) {
      rights.addAll(topic("actonce." + written, AclOperation.WRITE));
    }
    rights.addAll(group("actonce.executor", AclOperation.READ));
    rights.addAll(transactionsFrom("actonce.executor-", AclOperation.WRITE));
    return List.copyOf(rights);
  }

  /** What an operator needs to see and settle unknown outcomes, and for the other reports. */
  public static List<Right> ofOperator() {
    List<Right> rights = new ArrayList<>();
    for (String read : List.of("claims", "outcomes", "settlements", "suspects")) {
      rights.addAll(topic("actonce." + read, AclOperation.READ));
    }
    rights.addAll(topic("actonce.settlements", AclOperation.WRITE));
    return List.copyOf(rights);
  }

  /** The second one is for the look at the topics when it starts. */
  private static List<Right> ofAnyService() {
    return join(
        topicsFrom("actonce.", AclOperation.DESCRIBE, AclOperation.DESCRIBE_CONFIGS),
        topic("actonce.meta", AclOperation.READ));
  }

  /** All of them. */
  public static List<Right> join(List<Right> some, List<Right> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
  }

  private static List<Right> of(
      ResourceType type, String name, PatternType pattern, AclOperation... operations) {
    return Arrays.stream(operations)
        .map(operation -> new Right(new ResourcePattern(type, name, pattern), operation))
        .toList();
  }
}
