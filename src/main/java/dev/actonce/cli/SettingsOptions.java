package dev.actonce.cli;

import dev.actonce.catalog.contract.ContractRecords;
import dev.actonce.config.OutcomeForms;
import dev.actonce.config.Setting;
import dev.actonce.config.Settings;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where settings come from; every command that needs settings mixes this in. */
final class SettingsOptions {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Settings as lines name=value. Default: $ACTONCE_CONFIG, or none.")
  private @Nullable Path file;

  @Option(names = "--verbose", description = "Log what the parts do, to standard error.")
  private boolean verbose;

  @Option(
      names = "--topic-prefix",
      paramLabel = "TEXT",
      description = "Start of every topic, group and id. Default: actonce.")
  private @Nullable String topicPrefix;

  /** Joins the flags of this command with environment and file. */
  Settings load(Map<Setting, String> flags) {
    Map<Setting, String> all = new EnumMap<>(Setting.class);
    all.putAll(flags);
    put(all, Setting.TOPIC_PREFIX, topicPrefix);
    String configured = System.getenv("ACTONCE_CONFIG");
    boolean fromVariable = file == null && configured != null && !configured.isBlank();
    Path from = fromVariable ? Path.of(configured) : file;
    return Settings.load(from, System.getenv(), all);
  }

  boolean isVerbose() {
    return verbose;
  }

  /** In which forms the settings want outcomes told. */
  static OutcomeForms outcomeForms(Settings settings) {
    return settings.isTrue(Setting.OUTCOMES_JSON) ? OutcomeForms.AVRO_AND_JSON : OutcomeForms.AVRO;
  }

  /** Where the contract records of a catalog's tools are. */
  static ContractRecords contracts(Settings settings) {
    return new ContractRecords(
        settings
            .find(Setting.CONTRACTS_DIR)
            .map(Path::of)
            .orElseGet(() -> ContractRecords.beside(Path.of(settings.require(Setting.CATALOG)))));
  }

  static void put(Map<Setting, String> flags, Setting setting, @Nullable Object value) {
    if (value != null) {
      flags.put(setting, value.toString());
    }
  }
}
