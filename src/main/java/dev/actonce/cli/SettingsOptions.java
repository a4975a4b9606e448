package dev.actonce.cli;

import dev.actonce.catalog.contract.ContractRecords;
import dev.actonce.config.OutcomeForms;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The settings that a command takes as flags, and where else settings come from; every command that
 * needs settings mixes this in. Confined to the thread that parses and runs the command.
 */
final class SettingsOptions {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Settings as lines name=value. Default: $$ACTONCE_CONFIG, or none.")
  private @Nullable Path file;

  @Option(
      names = "--verbose",
      description = "Log what the parts do, to standard error; the same as --log-level info.")
  @SuppressWarnings("unused") // Logging looks for it before anything is parsed.
  private boolean verbose;

  private final Set<Setting> offered = EnumSet.of(Setting.TOPIC_PREFIX);
  private final Map<Setting, String> given = new EnumMap<>(Setting.class);

  /**
   * Offers the settings that every command has, and these.
   *
   * @param settings in any order
   */
  SettingsOptions(Setting... settings) {
    offered.addAll(List.of(settings));
    offered.addAll(SettingGroup.LOG.settings());
  }

  /** Offers a whole group as well. */
  SettingsOptions and(SettingGroup group) {
    offered.addAll(group.settings());
    return this;
  }

  /** Makes the flags; picocli calls it while it puts the command together. */
  @Spec(Spec.Target.MIXEE)
  void offerTo(CommandSpec command) {
    int order = 0;
    for (SettingGroup group : SettingGroup.values()) {
      List<Setting> members = group.settings().stream().filter(offered::contains).toList();
      if (group.heading().isBlank()) {
        members.forEach(member -> command.addOption(SettingOption.of(member, given)));
      } else if (!members.isEmpty()) {
        ArgGroupSpec.Builder shown =
            ArgGroupSpec.builder()
                .heading(group.heading() + ":%n")
                .exclusive(false)
                .validate(false)
                .order(order++);
        members.forEach(member -> shown.addArg(SettingOption.of(member, given)));
        command.addArgGroup(shown.build());
      }
    }
  }

  /** Joins the flags of the command line with environment and file. */
  Settings load() {
    String configured = System.getenv("ACTONCE_CONFIG");
    boolean fromVariable = file == null && configured != null && !configured.isBlank();
    Path from = fromVariable ? Path.of(configured) : file;
    Settings settings = Settings.load(from, System.getenv(), given);
    Logging.apply(settings);
    return settings;
  }

  /** Whether the flag is on the command line. */
  boolean isGiven(Setting setting) {
    return given.containsKey(setting);
  }

  /** In which forms the settings want outcomes published. */
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
}
