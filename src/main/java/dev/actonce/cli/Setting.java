package dev.actonce.cli;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Every setting of the command line. The README's table is checked against this list.
 *
 * <p>A setting is given as a line {@code name=value} of the {@code --config} file, as an
 * environment variable ({@link #variable()}), or as a flag ({@link #flag()}); a flag beats the
 * environment, which beats the file. A command offers one by naming it; the flag and its help are
 * made from what stands here.
 */
public enum Setting {
  BOOTSTRAP_SERVERS(
      SettingGroup.KAFKA,
      "bootstrap-servers",
      null,
      "host:port,...",
      "Kafka brokers to connect to",
      "--bootstrap"),
  TOPIC_PREFIX(
      SettingGroup.KAFKA, "topic-prefix", "actonce.", "text", "start of every topic, group and id"),
  CATALOG(SettingGroup.COMMAND, "catalog", "tools.yaml", "file", "the tools that agents may use"),
  CONTRACTS_DIR(
      SettingGroup.COMMAND,
      "contracts-dir",
      null,
      "directory",
      "records of passed contracts; none: `contracts` beside the catalog"),
  KAFKA_CONFIG(
      SettingGroup.KAFKA,
      "kafka-config",
      null,
      "file",
      "client security settings (TLS, SASL), passed to every client"),
  SCHEMA_REGISTRY_URL(
      SettingGroup.REGISTRY,
      "schema-registry-url",
      null,
      "url,...",
      "schema registry of the public topics; none: Avro single-object encoding"),
  SCHEMA_REGISTRY_CONFIG(
      SettingGroup.REGISTRY,
      "schema-registry-config",
      null,
      "file",
      "credentials and TLS of the registry, or the properties of a custom serializer"),
  SCHEMA_REGISTRY_AUTO_REGISTER(
      SettingGroup.REGISTRY,
      "schema-registry-auto-register",
      null,
      "true or false",
      "register schemas that are missing; none: only with the embedded broker"),
  VALUE_SERIALIZER(
      SettingGroup.REGISTRY,
      "value-serializer",
      null,
      "class",
      "a Kafka serializer of Avro records, instead of ours"),
  VALUE_DESERIALIZER(
      SettingGroup.REGISTRY, "value-deserializer", null, "class", "its deserializer"),
  DATA_DIR(
      SettingGroup.COMMAND,
      "data-dir",
      null,
      "directory",
      "data of the embedded broker; none: temporary, deleted"),
  EMBEDDED_PORT(
      SettingGroup.COMMAND,
      "embedded-port",
      "9092",
      "port",
      "client port of the embedded broker of 'up'; 0: any free port",
      "--port"),
  PARTITIONS(
      SettingGroup.COMMAND,
      "partitions",
      "6",
      "count",
      "partitions of every topic, fixed at creation"),
  REPLICATION_FACTOR(
      SettingGroup.COMMAND,
      "replication-factor",
      "3",
      "count",
      "replicas of every topic, at creation"),
  OUTCOMES_JSON(
      SettingGroup.COMMAND,
      "outcomes-json",
      "false",
      "true or false",
      "publish outcomes in JSON too, on the topic `outcomes.json`"),
  GATE_INSTANCE(
      SettingGroup.COMMAND,
      "gate-instance",
      null,
      "text",
      "name of a gate in logs; none: host and process id",
      "--instance"),
  GATE_STATE_DIR(
      SettingGroup.COMMAND,
      "gate-state-dir",
      "state",
      "directory",
      "the gate's local state stores",
      "--state-dir"),
  GATE_THREADS(
      SettingGroup.COMMAND, "gate-threads", "1", "count", "stream threads of a gate", "--threads"),
  GATE_STANDBYS(
      SettingGroup.COMMAND,
      "gate-standbys",
      "0",
      "count",
      "standby copies of the gate's state",
      "--standbys"),
  GATE_STATE_MEMORY(
      SettingGroup.COMMAND,
      "gate-state-memory",
      "128",
      "MiB",
      "memory outside the heap for the gate's stores",
      "--state-memory"),
  EXECUTOR_INSTANCE(
      SettingGroup.COMMAND,
      "executor-instance",
      null,
      "text",
      "unique name of an executor; none: host and process id",
      "--instance"),
  EXECUTOR_MAX_IN_FLIGHT(
      SettingGroup.COMMAND,
      "executor-max-in-flight",
      "64",
      "count",
      "calls at once per executor",
      "--max-in-flight"),
  EXECUTOR_SESSION_TIMEOUT(
      SettingGroup.COMMAND,
      "executor-session-timeout",
      "10s",
      "duration",
      "silence after which an executor's partitions go to another",
      "--session-timeout"),
  EXECUTOR_DRAIN_TIMEOUT(
      SettingGroup.COMMAND,
      "executor-drain-timeout",
      "10s",
      "duration",
      "how long a shutdown waits for running calls",
      "--drain-timeout"),
  METRICS_PORT(
      SettingGroup.METRICS,
      "metrics-port",
      null,
      "port",
      "metrics and health over HTTP; 0: any free port; none: off"),
  METRICS_HOST(
      SettingGroup.METRICS, "metrics-host", "127.0.0.1", "host", "interface of the metrics port"),
  METRICS_TENANTS(
      SettingGroup.METRICS,
      "metrics-tenants",
      null,
      "text,...",
      "tenants with a label of their own, at most 20"),
  OTLP_URL(
      SettingGroup.METRICS, "otlp-url", null, "url", "receiver to push metrics to by OTLP as well"),
  LOG_LEVEL(
      SettingGroup.LOG,
      "log-level",
      null,
      "error, warn, info or debug",
      "least severe lines of the log; none: warn, with --verbose info"),
  LOG_FORMAT(
      SettingGroup.LOG, "log-format", "text", "text or json", "form of the log on standard error"),
  TENANT(SettingGroup.COMMAND, "tenant", "default", "text", "tenant of intents that name none");

  private final SettingGroup group;
  private final String key;
  private final @Nullable String fallback;
  private final String unit;
  private final String effect;
  private final @Nullable String alias;

  Setting(SettingGroup group, String key, @Nullable String fallback, String unit, String effect) {
    this(group, key, fallback, unit, effect, null);
  }

  Setting(
      SettingGroup group,
      String key,
      @Nullable String fallback,
      String unit,
      String effect,
      @Nullable String alias) {
    this.group = group;
    this.key = key;
    this.fallback = fallback;
    this.unit = unit;
    this.effect = effect;
    this.alias = alias;
  }

  /** Under which heading help shows it. */
  SettingGroup group() {
    return group;
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

  /** A shorter flag that means the same. */
  Optional<String> alias() {
    return Optional.ofNullable(alias);
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
