package dev.actonce.cli;

import dev.actonce.config.Setting;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How values of the public topics are written. */
final class WireOptions {
  @Option(
      names = "--schema-registry-url",
      paramLabel = "URL",
      description = "Schema registry. Default: none, Avro single-object encoding.")
  private @Nullable String registryUrl;

  @Option(
      names = "--schema-registry-config",
      paramLabel = "FILE",
      description = "Credentials and TLS of the registry, properties of an own serializer.")
  private @Nullable Path registryConfig;

  @Option(
      names = "--schema-registry-auto-register",
      paramLabel = "BOOLEAN",
      description = "Register schemas that are missing. Default: only with the embedded broker.")
  private @Nullable String autoRegister;

  @Option(
      names = "--value-serializer",
      paramLabel = "CLASS",
      description = "A Kafka serializer of Avro records, instead of ours.")
  private @Nullable String serializer;

  @Option(names = "--value-deserializer", paramLabel = "CLASS", description = "Its deserializer.")
  private @Nullable String deserializer;

  void addTo(Map<Setting, String> flags) {
    SettingsOptions.put(flags, Setting.SCHEMA_REGISTRY_URL, registryUrl);
    SettingsOptions.put(flags, Setting.SCHEMA_REGISTRY_CONFIG, registryConfig);
    SettingsOptions.put(flags, Setting.SCHEMA_REGISTRY_AUTO_REGISTER, autoRegister);
    SettingsOptions.put(flags, Setting.VALUE_SERIALIZER, serializer);
    SettingsOptions.put(flags, Setting.VALUE_DESERIALIZER, deserializer);
  }
}
