package dev.actonce.cli;

import dev.actonce.lab.bench.BenchSettings;
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
      names = "--executors",
      paramLabel = "COUNT",
      defaultValue = "1",
      description = "Executors that share the partitions, 1 to 16. Default: ${DEFAULT-VALUE}.")
  private int executors;

  int inFlight() {
    return inFlight;
  }

  BenchSettings.Mix mix() {
    return new BenchSettings.Mix(payloadBytes, duplicates, duplicateKeys, liveKeys, seed);
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
