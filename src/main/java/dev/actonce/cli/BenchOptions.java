package dev.actonce.cli;

import dev.actonce.config.Setting;
import dev.actonce.config.Settings;
import dev.actonce.lab.bench.BenchSettings;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a benchmark publishes, and to how large a pipeline. */
final class BenchOptions {
  @Option(
      names = "--in-flight",
      paramLabel = "N",
      defaultValue = "8000",
      description = "Most publishes without an answer, at most 100000. Default: ${DEFAULT-VALUE}.")
  private int inFlight;

  @Option(
      names = "--payload-bytes",
      paramLabel = "N",
      defaultValue = "256",
      description = "Size of the arguments, 128 to 200000. Default: ${DEFAULT-VALUE}.")
  private int payloadBytes;

  @Option(
      names = "--duplicates",
      paramLabel = "SHARE",
      defaultValue = "0",
      description =
          "Share of publishes, 0 to 1, that repeat an action that is done. Default:"
              + " ${DEFAULT-VALUE}.")
  private double duplicates;

  @Option(
      names = "--duplicate-keys",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Actions that are repeated. Default: ${DEFAULT-VALUE}.")
  private int duplicateKeys;

  @Option(
      names = "--live-keys",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Actions that are performed in advance, for the gate to remember, at most 5000000."
              + " Default: ${DEFAULT-VALUE}.")
  private int liveKeys;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Makes the traffic repeatable. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--partitions",
      paramLabel = "COUNT",
      description = "Partitions of every topic. Default: 6.")
  private @Nullable Integer partitions;

  @Option(
      names = {"--gate-threads", "--threads"},
      paramLabel = "COUNT",
      description = "Stream threads of the gate. Default: 1.")
  private @Nullable Integer gateThreads;

  @Option(
      names = "--executors",
      paramLabel = "COUNT",
      defaultValue = "1",
      description = "Executors that share the partitions, 1 to 16. Default: ${DEFAULT-VALUE}.")
  private int executors;

  @Option(
      names = "--executor-max-in-flight",
      paramLabel = "COUNT",
      description =
          "Calls at once of each executor. Default: 64. Unless it is set, a handler that returns at"
              + " once gets 1000.")
  private @Nullable Integer handlers;

  int inFlight() {
    return inFlight;
  }

  BenchSettings.Mix mix() {
    return new BenchSettings.Mix(payloadBytes, duplicates, duplicateKeys, liveKeys, seed);
  }

  /** Adds what may also come from the environment or a file. */
  void putInto(Map<Setting, String> flags) {
    SettingsOptions.put(flags, Setting.PARTITIONS, partitions);
    SettingsOptions.put(flags, Setting.GATE_THREADS, gateThreads);
    SettingsOptions.put(flags, Setting.EXECUTOR_MAX_IN_FLIGHT, handlers);
  }

  BenchSettings.Parts parts(Settings settings, BenchSettings.Provider provider) {
    boolean atOnce =
        provider == BenchSettings.Provider.HANDLER
            && !settings.isSet(Setting.EXECUTOR_MAX_IN_FLIGHT);
    return new BenchSettings.Parts(
        settings.number(Setting.PARTITIONS, 1),
        settings.number(Setting.GATE_THREADS, 1),
        executors,
        atOnce ? BenchSettings.HANDLER_CALLS : settings.number(Setting.EXECUTOR_MAX_IN_FLIGHT, 1));
  }
}
