package dev.actonce.cli;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.Durations;
import dev.actonce.core.ErrorCode;
import dev.actonce.lab.bench.Bench;
import dev.actonce.lab.bench.BenchReport;
import dev.actonce.lab.bench.BenchSettings;
import dev.actonce.lab.bench.Place;
import dev.actonce.wire.RegistrySettings.Registration;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code actonce bench}: how fast a pipeline is here, beside Kafka alone. */
@Command(
    name = "bench",
    description = {
      "Put a whole pipeline under load and measure throughput, latency and cost; with --baseline"
          + " also Kafka alone, in the same run and on the same broker.",
      "Latency counts from the time at which a publish was meant to happen, to its final outcome."
          + " Broker, pipeline and load run in this process, unless --bootstrap-servers names a"
          + " broker: then the topics are the run's own there, and deleted at its end.",
      "Unless --executor-max-in-flight is set, a tool that returns at once gets 1000 calls at"
          + " once."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  actonce bench --baseline"},
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:each action had exactly one effect, and each publish its final answer",
      "1:an action had none or several, or a publish no answer"
    })
final class BenchCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Mixin
  private final ConnectionOptions connection =
      new ConnectionOptions(
          Setting.PARTITIONS, Setting.GATE_THREADS, Setting.EXECUTOR_MAX_IN_FLIGHT);

  @Mixin private final BenchOptions options = new BenchOptions();

  @ArgGroup private PressureOptions pressure = new PressureOptions();

  /** How hard the load presses; one of them. */
  static final class PressureOptions {
    @Option(
        names = "--saturate",
        description = "Publish as fast as answers make room in --in-flight. This is the default.")
    private boolean saturate;

    @Option(
        names = "--rate",
        paramLabel = "N",
        description = "Publish so many per second, whether or not the answers keep up.")
    private @Nullable Double rate;

    @Option(
        names = "--one-in-flight",
        description = "Publish the next one when the last one is answered.")
    private boolean oneInFlight;

    private BenchSettings.Pressure pressure(int inFlight) {
      if (rate != null) {
        return new BenchSettings.Pressure(BenchSettings.Mode.RATE, rate, inFlight);
      }
      BenchSettings.Mode mode =
          saturate || !oneInFlight ? BenchSettings.Mode.SATURATE : BenchSettings.Mode.ONE_IN_FLIGHT;
      return new BenchSettings.Pressure(mode, 0, inFlight);
    }
  }

  @Option(
      names = "--baseline",
      description =
          "Also measure saturated, one at a time and at half rate, and Kafka alone, for the"
              + " ratios.")
  private boolean baseline;

  @Option(
      names = "--http",
      description = "Let the effects happen at a payment provider over HTTP, instead of at once.")
  private boolean http;

  @Option(
      names = "--warm-up",
      paramLabel = "DURATION",
      defaultValue = "60s",
      description =
          "Load before anything is measured; a JVM compiles meanwhile. Default: ${DEFAULT-VALUE}.")
  private String warmUp = "60s";

  @Option(
      names = "--duration",
      paramLabel = "DURATION",
      defaultValue = "10s",
      description = "Length of each measured load. Default: ${DEFAULT-VALUE}.")
  private String duration = "10s";

  @Option(
      names = "--every",
      paramLabel = "DURATION",
      description =
          "Also give results of each such part of the measured load, to see whether a long run"
              + " stays as it began. Default: none.")
  private @Nullable String every;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Where data and state go. Default: temporary, deleted.")
  private @Nullable Path directory;

  @Option(names = "--json", description = "Print exactly one JSON object.")
  private boolean json;

  @Option(names = "--quiet", description = "No progress lines.")
  private boolean quiet;

  @Override
  public Integer call() throws InterruptedException {
    Settings settings = connection.load();
    BenchSettings wanted = wanted(settings);
    PrintWriter err = spec.commandLine().getErr();
    Shutdown shutdown = Shutdown.interrupting(Thread.currentThread());
    try (Workspace workspace = Workspace.of("bench", directory)) {
      Bench bench =
          new Bench(
              wanted,
              place(settings, workspace),
              line -> {
                if (!quiet) {
                  err.println("bench: " + line);
                }
              });
      BenchReport report = bench.run();
      PrintWriter out = spec.commandLine().getOut();
      out.println(json ? report.toJson() : report.toText());
      out.flush();
      return report.isSuccess() ? 0 : 1;
    } finally {
      shutdown.close();
    }
  }

  private BenchSettings wanted(Settings settings) {
    BenchSettings.Provider provider =
        http ? BenchSettings.Provider.HTTP : BenchSettings.Provider.HANDLER;
    return new BenchSettings(
        pressure.pressure(options.inFlight()),
        new BenchSettings.Times(
            duration("--warm-up", warmUp),
            duration("--duration", duration),
            Optional.ofNullable(every).map(part -> duration("--every", part))),
        options.mix(),
        options.parts(settings, provider),
        provider,
        baseline ? BenchSettings.Baseline.MEASURED : BenchSettings.Baseline.SKIPPED);
  }

  private static Place place(Settings settings, Workspace workspace) {
    String run = UUID.randomUUID().toString().substring(0, 8);
    Optional<KafkaConfig> external =
        settings.find(Setting.BOOTSTRAP_SERVERS).map(servers -> ConnectionOptions.kafka(settings));
    return new Place(
        external,
        WireFormats.of(settings, Registration.REGISTER),
        workspace.directory().resolve("bench-" + run),
        run);
  }

  private static Duration duration(String name, String text) {
    return Durations.parse(text)
        .orElseThrow(
            () ->
                new ActOnceException(
                    ErrorCode.INVALID_SETTING, name + " is '" + text + "'; " + Durations.REMEDY));
  }
}
