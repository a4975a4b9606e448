package dev.actonce.client;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.Scope;
import dev.actonce.wire.WireFormat;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Publishes intents and awaits their outcomes. Thread-safe; one client serves all agents of a
 * process. Runs one reader thread and Kafka's own; close it to end them.
 *
 * <pre>{@code
 * try (ActOnceClient client =
 *     ActOnceClient.builder().bootstrapServers("localhost:9092").tenant("acme").build()) {
 *   Publication publication = client.publish(intent);
 *   Latest latest = publication.await(Duration.ofSeconds(30));
 *   return latest.outcome().map(o -> o.answer().result()).orElse(latest.advice());
 * }
 * }</pre>
 *
 * <p>Whatever fails or ends here (a timeout, an exception, the process), publishing the same intent
 * again is safe: the action is still started at most once per generation, and each publish is
 * answered.
 */
public final class ActOnceClient implements AutoCloseable {
  private final ClientParts parts;

  private ActOnceClient(ClientParts parts) {
    this.parts = parts;
  }

  /** Starts to build a client. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Publishes an intent and waits until the broker has committed it. It is not executed yet; {@link
   * Publication#await} tells what becomes of it. The same intent may be published any number of
   * times, also while it runs.
   *
   * @throws ActOnceException BROKER_UNAVAILABLE if the broker did not confirm it within the
   *     delivery timeout: it may or may not be committed, and publishing the same intent again is
   *     safe. INVALID_INTENT if it has no tenant or is too large; TOPIC_MISCONFIGURED if the topics
   *     are missing; OVERLOADED if {@code maxWaiting} publications wait already; ACCESS_DENIED if
   *     this client may not write intents and read outcomes, before anything is sent; INTERRUPTED;
   *     CLOSED
   */
  public Publication publish(Intent intent) {
    return parts.publisher().publish(intent);
  }

  /**
   * Publishes an intent; the future completes when the broker has committed it, or with the
   * exceptions of {@link #publish}. Like a Kafka producer's send, the call itself may block, up to
   * the delivery timeout, while metadata or the outcome partition's end is not known; that is one
   * round trip for a partition that is not read yet. Dependent stages run on the producer's thread
   * and must be quick.
   */
  public CompletableFuture<Publication> publishAsync(Intent intent) {
    return parts.publisher().publishAsync(intent);
  }

  /**
   * Tells a listener all outcomes of all tenants from now on: every event that is committed after
   * return. For dashboards and logs; it reads all partitions.
   *
   * @throws ActOnceException BROKER_UNAVAILABLE, TOPIC_MISCONFIGURED, ACCESS_DENIED if this client
   *     may not read outcomes, CLOSED
   */
  public Subscription subscribe(OutcomeListener listener) {
    return subscribeTo(null, listener);
  }

  /**
   * Tells a listener the outcomes of one key from now on: every event that is committed after
   * return. Refused intents without a key are not among them. Errors as {@link
   * #subscribe(OutcomeListener)}.
   */
  public Subscription subscribe(IdempotencyKey key, OutcomeListener listener) {
    return subscribeTo(key, listener);
  }

  private Subscription subscribeTo(@Nullable IdempotencyKey key, OutcomeListener listener) {
    parts.interests().requireOpen();
    Duration limit = parts.deliveryTimeout();
    OutcomeTopic topic = parts.topic();
    parts.access().requireReader(limit);
    topic.discover(limit);
    Set<Integer> partitions = key == null ? topic.all() : Set.of(topic.partitionOf(key));
    parts.reader().follow(partitions, limit);
    Subscriber subscriber = new Subscriber(key, listener, partitions);
    parts.interests().add(subscriber);
    return () -> parts.interests().remove(subscriber);
  }

  /**
   * Reads what the outcomes topic says about a key: the newest event that speaks for the action.
   * CONFLICT and REJECTED only answer a publish, so they are left out; an end is not hidden by an
   * IN_PROGRESS that was written a moment later. An admitted action has no event before its first
   * outcome, so {@link Latest#isPending} does not mean that nothing was published.
   *
   * <p>Opens a connection and reads the partition from its end, for 10 s at most: meant for people
   * and recovery, not for polling; use {@link Publication#await} or {@link #subscribe} for that.
   *
   * @throws ActOnceException TIMED_OUT if the partition is too long to be searched in time, else as
   *     {@link #subscribe(OutcomeListener)}
   */
  public Latest status(IdempotencyKey key) {
    return parts.status(key);
  }

  /**
   * {@link #status(IdempotencyKey)} of the action with a business id. Needs a catalog.
   *
   * @throws ActOnceException INVALID_SETTING without a catalog, UNKNOWN_ACTION, or INVALID_INTENT
   *     if the keys of the tool do not come from an intentId
   */
  public Latest status(String action, String tenant, String intentId) {
    return status(parts.keys().ofIntentId(action, tenant, intentId));
  }

  /**
   * Ends all waiting at once and closes the connections, within 10 s. Each {@link
   * Publication#await} returns the latest known status. Nothing is lost: committed intents go on
   * without this client, and any client may publish the same intent again to get its outcome. Does
   * nothing when closed already.
   */
  @Override
  public void close() {
    parts.close();
  }

  /** The outcome partitions that are fetched now. */
  Set<Integer> assignedPartitions() {
    return parts.reader().assigned();
  }

  /** Collects the settings of a client. Not thread-safe. */
  public static final class Builder {
    private @Nullable String bootstrapServers;
    private String topicPrefix = KafkaConfig.DEFAULT_TOPIC_PREFIX;
    private final Map<String, String> kafkaProperties = new HashMap<>();
    private @Nullable Catalog catalog;
    private @Nullable Scope scope;
    private Duration deliveryTimeout = Duration.ofSeconds(30);
    private int maxWaiting = 10_000;
    private WireFormat wireFormat = WireFormat.singleObject();

    private Builder() {}

    /** {@code host:port}, several separated by commas. Required. */
    public Builder bootstrapServers(String servers) {
      this.bootstrapServers = servers;
      return this;
    }

    /** Starts each topic name. Default: {@code actonce.} */
    public Builder topicPrefix(String prefix) {
      this.topicPrefix = KafkaConfig.requireTopicPrefix(prefix);
      return this;
    }

    /**
     * The gate's catalog. With it the client derives keys by the tools' policies, reads only their
     * partitions, and knows {@link Publication#key} at once. It must be the gate's: after a change
     * of a key policy here only, outcomes are looked for in the wrong place. Default: none; then
     * all outcome partitions are read until the first event tells the key.
     */
    public Builder catalog(Catalog catalog) {
      this.catalog = catalog;
      return this;
    }

    /** Adds properties for all Kafka clients, such as TLS and SASL. */
    public Builder kafkaProperties(Map<String, String> properties) {
      this.kafkaProperties.putAll(properties);
      return this;
    }

    /** Tenant of intents that name none. Default: none, so that intents must. */
    public Builder tenant(String tenant) {
      this.scope = Scope.ofTenant(tenant);
      return this;
    }

    /** Fills each part of the scope that an intent leaves out. Replaces {@link #tenant}. */
    public Builder scope(Scope scope) {
      this.scope = scope;
      return this;
    }

    /** Longest time for one publish; 100 ms to 10 min. Default: 30 s. */
    public Builder deliveryTimeout(Duration timeout) {
      if (timeout.compareTo(Duration.ofMillis(100)) < 0
          || timeout.compareTo(Duration.ofMinutes(10)) > 0) {
        throw invalid("deliveryTimeout must be 100 ms to 10 min, got " + timeout);
      }
      this.deliveryTimeout = timeout;
      return this;
    }

    /** Most publications that wait for their outcome at once; 1 to 1,000,000. Default: 10,000. */
    public Builder maxWaiting(int publications) {
      if (publications < 1 || publications > 1_000_000) {
        throw invalid("maxWaiting must be 1 to 1000000, got " + publications);
      }
      this.maxWaiting = publications;
      return this;
    }

    /**
     * How intents and settlements are written; outcomes are read in this format and in Avro
     * single-object encoding. Default: Avro single-object encoding. A publish fails with
     * REGISTRY_UNAVAILABLE or REGISTRY_REFUSED, and sends nothing, while a registry does not help.
     */
    public Builder wireFormat(WireFormat format) {
      this.wireFormat = format;
      return this;
    }

    /**
     * The client. Does not connect yet, so it may be built before the broker runs.
     *
     * @throws ActOnceException INVALID_SETTING naming the wrong setting
     */
    public ActOnceClient build() {
      if (bootstrapServers == null) {
        throw invalid("bootstrapServers is not set; call bootstrapServers(\"host:port\")");
      }
      KafkaConfig kafka =
          KafkaConfig.of(bootstrapServers)
              .withTopicPrefix(topicPrefix)
              .withClientProperties(kafkaProperties);
      return new ActOnceClient(
          ClientParts.start(
              new ClientParts.Settings(kafka, scope, deliveryTimeout, maxWaiting, wireFormat),
              new ClientKeys(catalog)));
    }

    private static ActOnceException invalid(String message) {
      return new ActOnceException(ErrorCode.INVALID_SETTING, message);
    }
  }
}
