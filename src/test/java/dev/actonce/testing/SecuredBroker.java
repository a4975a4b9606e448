package dev.actonce.testing;

import dev.actonce.config.KafkaConfig;
import dev.actonce.embedded.EmbeddedBroker;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclPermissionType;
import org.awaitility.Awaitility;

/**
 * A broker that knows who asks (SASL/PLAIN) and denies what no rule allows. Rules may change while
 * it runs; a change holds at the broker when the method returns. Close it after use. Thread-safe.
 *
 * <pre>{@code
 * try (SecuredBroker broker = SecuredBroker.start("agent")) {
 *   broker.createTopics(4);
 *   broker.allow("agent", Right.ofAgent());
 *   KafkaConfig kafka = broker.kafka("agent");
 *   broker.revoke("agent", Right.topic("actonce.outcomes", AclOperation.READ));
 * }
 * }</pre>
 *
 * <p>A client that is connected keeps its connection after a change: each request is checked anew.
 */
public final class SecuredBroker implements AutoCloseable {
  private static final String ADMIN = "admin";
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final String LISTENER = "listener.name.plaintext.";

  private final EmbeddedBroker broker;
  private final Set<String> principals;
  private final Admin admin;

  private SecuredBroker(EmbeddedBroker broker, Set<String> principals) {
    this.broker = broker;
    this.principals = principals;
    this.admin = Admin.create(new ClientSettings(admin()).admin("acls"));
  }

  /** Starts a broker that knows these principals, and none has a right. */
  public static SecuredBroker start(String... principals) {
    Set<String> known = new HashSet<>(List.of(principals));
    known.add(ADMIN);
    return new SecuredBroker(EmbeddedBroker.startTemporary(settings(known)), known);
  }

  /** How a principal reaches the broker. */
  public KafkaConfig kafka(String principal) {
    return KafkaConfig.of(bootstrapServers()).withClientProperties(properties(principal));
  }

  /** How somebody who may do everything reaches it. */
  public KafkaConfig admin() {
    return kafka(ADMIN);
  }

  public String bootstrapServers() {
    return broker.bootstrapServers();
  }

  /** The security properties of a principal, for any Kafka client. */
  public Map<String, String> properties(String principal) {
    if (!principals.contains(principal)) {
      throw new IllegalArgumentException(principal + " is none of " + principals);
    }
    return Map.of(
        "security.protocol", "SASL_PLAINTEXT",
        "sasl.mechanism", "PLAIN",
        "sasl.jaas.config", login(principal) + ";");
  }

  /** The password of a principal, for clients that are not of Java. */
  public static String password(String principal) {
    return principal + "-secret";
  }

  /** Creates the pipeline's topics, one copy each. */
  public void createTopics(int partitions) {
    try (TopicProvisioner provisioner = TopicProvisioner.open(new ClientSettings(admin()))) {
      provisioner.create(partitions, 1);
    }
  }

  /** Adds rules that allow. */
  public void allow(String principal, Collection<Right> rights) {
    add(bindings(principal, rights, AclPermissionType.ALLOW));
  }

  /** Adds rules that deny; they win over those that allow. */
  public void deny(String principal, Collection<Right> rights) {
    add(bindings(principal, rights, AclPermissionType.DENY));
  }

  /** Removes rules that {@link #allow} added, each written as it was added. */
  public void revoke(String principal, Collection<Right> rights) {
    remove(bindings(principal, rights, AclPermissionType.ALLOW));
  }

  /** Removes rules that {@link #deny} added. */
  public void undeny(String principal, Collection<Right> rights) {
    remove(bindings(principal, rights, AclPermissionType.DENY));
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(5));
    broker.close();
  }

  private void add(Set<AclBinding> bindings) {
    get(admin.createAcls(bindings).all());
    Awaitility.await("the broker knows the new rules")
        .atMost(TIMEOUT)
        .until(() -> rules().containsAll(bindings));
  }

  private void remove(Set<AclBinding> bindings) {
    if (!rules().containsAll(bindings)) {
      throw new IllegalArgumentException("no such rules: " + bindings + "; there are " + rules());
    }
    get(admin.deleteAcls(bindings.stream().map(AclBinding::toFilter).toList()).all());
    Awaitility.await("the broker forgot the rules")
        .atMost(TIMEOUT)
        .until(() -> rules().stream().noneMatch(bindings::contains));
  }

  /** The rules by which the broker judges now; it learns a change a moment after the controller. */
  private Collection<AclBinding> rules() {
    return get(admin.describeAcls(AclBindingFilter.ANY).values());
  }

  private static Set<AclBinding> bindings(
      String principal, Collection<Right> rights, AclPermissionType permission) {
    return rights.stream()
        .map(
            right ->
                new AclBinding(
                    right.resource(),
                    new AccessControlEntry(
                        "User:" + principal, "*", right.operation(), permission)))
        .collect(Collectors.toSet());
  }

  private static Map<String, String> settings(Set<String> principals) {
    Map<String, String> settings = new HashMap<>();
    settings.put("listener.security.protocol.map", "PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT");
    settings.put("sasl.enabled.mechanisms", "PLAIN");
    settings.put("sasl.mechanism.inter.broker.protocol", "PLAIN");
    String users =
        principals.stream()
            .map(name -> " user_%s=\"%s\"".formatted(name, password(name)))
            .collect(Collectors.joining());
    settings.put(LISTENER + "plain.sasl.jaas.config", login(ADMIN) + users + ";");
    settings.put(
        "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
    // The controller's listener is for this node only and has no log-in.
    settings.put("super.users", "User:" + ADMIN + ";User:ANONYMOUS");
    return settings;
  }

  private static String login(String principal) {
    return "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"%s\""
        .formatted(principal, password(principal));
  }

  private static <T> T get(KafkaFuture<T> future) {
    try {
      return future.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }
}
