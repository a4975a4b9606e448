package dev.actonce.config;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Every setting of the command line. The README's table is checked against this list.
 *
 * <p>A setting is given as a line {@code name=value} of the {@code --config} file, as an
 * environment variable ({@link #variable()}), or as a flag ({@link #flag()}); a flag beats the
 * environment, which beats the file.
 */
public enum Setting {
  BOOTSTRAP_SERVERS("bootstrap-servers", null, "host:port,...", "Kafka brokers to connect to"),
  TOPIC_PREFIX("topic-prefix", "actonce.", "text", "start of every topic, group and id"),
  CATALOG("catalog", "tools.yaml", "file", "the tools that agents may use"),
  CONTRACTS_DIR(
      "contracts-dir",
      null,
      "directory",
      "records of passed contracts; none: `contracts` beside the catalog"),
  KAFKA_CONFIG(
      "kafka-config", null, "file", "client security settings (TLS, SASL), passed to every client"),
  SCHEMA_REGISTRY_URL(
      "schema-registry-url",
      null,
      "url,...",
      "schema registry of the public topics; none: Avro single-object encoding"),
  SCHEMA_REGISTRY_CONFIG(
      "schema-registry-config",
      null,
      "file",
      "credentials and TLS of the registry, or the properties of an own serializer"),
  SCHEMA_REGISTRY_AUTO_REGISTER(
      "schema-registry-auto-register",
      null,
      "true or false",
      "register schemas that are missing; none: only with the embedded broker"),
  VALUE_SERIALIZER(
      "value-serializer", null, "class", "a Kafka serializer of Avro records, instead of ours"),
  VALUE_DESERIALIZER("value-deserializer", null, "class", "its deserializer"),
  DATA_DIR("data-dir", null, "directory", "data of the embedded broker; none: temporary, deleted"),
  EMBEDDED_PORT("embedded-port", "9092", "port", "client port of the embedded broker of 'up'"),
  PARTITIONS("partitions", "6", "count", "partitions of every topic, fixed at creation"),
  REPLICATION_FACTOR("replication-factor", "3", "count", "replicas of every topic, at creation"),
  OUTCOMES_JSON(
      "outcomes-json",
      "false",
      "true or false",
      "tell outcomes in JSON too, on the topic `outcomes.json`"),
  GATE_INSTANCE("gate-instance", null, "text", "name of a gate in logs; none: host and process id"),
  GATE_STATE_DIR("gate-state-dir", "state", "directory", "the gate's local state stores"),
  GATE_THREADS("gate-threads", "1", "count", "stream threads of a gate"),
  GATE_STANDBYS("gate-standbys", "0", "count", "standby copies of the gate's state"),
  GATE_STATE_MEMORY(
      "gate-state-memory", "128", "MiB", "memory outside the heap for the gate's stores"),
  EXECUTOR_INSTANCE(
      "executor-instance", null, "text", "unique name of an executor; none: host and process id"),
  EXECUTOR_MAX_IN_FLIGHT("executor-max-in-flight", "64", "count", "calls at once per executor"),
  EXECUTOR_SESSION_TIMEOUT(
      "executor-session-timeout",
      "10s",
      "duration",
      "silence after which an executor's partitions go to another"),
  EXECUTOR_DRAIN_TIMEOUT(
      "executor-drain-timeout", "10s", "duration", "how long a shutdown waits for running calls"),
  METRICS_PORT(
      "metrics-port", null, "port", "metrics and health over HTTP; 0: any free port; none: off"),
  METRICS_HOST("metrics-host", "127.0.0.1", "host", "interface of the metrics port"),
  METRICS_TENANTS(
      "metrics-tenants", null, "text,...", "tenants with a label of their own, at most 20"),
  OTLP_URL("otlp-url", null, "url", "receiver to push metrics to by OTLP as well"),
  TENANT("tenant", "default", "text", "tenant of intents that name none");

  private final String key;
  private final @Nullable String fallback;
  private final String unit;
  private final String effect;

  Setting(String key, @Nullable String fallback, String unit, String effect) {
    this.key = key;
    this.fallback = fallback;
    this.unit = unit;
    this.effect = effect;
  }

  /** Name in the config file. */
  public String key() {
    return key;
  }

  /** Name of the environment variable: {@code ACTONCE_} and the key in upper snake case. */
  public String variable() {
    return "ACTONCE_" + key.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /** Name of the flag. */
  public String flag() {
    return "--" + key;
  }

  /** Value when none is given; empty when there is no such value. */
  public Optional<String> fallback() {
    return Optional.ofNullable(fallback);
  }

  /** Unit or form of the value. */
  public String unit() {
    return unit;
  }

  /** What it does, as a phrase. */
  public String effect() {
    return effect;
  }
}
