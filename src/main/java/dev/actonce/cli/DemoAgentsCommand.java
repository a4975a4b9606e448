package dev.actonce.cli;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.Durations;
import dev.actonce.core.ErrorCode;
import dev.actonce.lab.demo.DemoPipeline;
import dev.actonce.lab.demo.SteadyAgents;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code actonce demo agents}: the demo's agents by themselves. */
@Command(
    name = "agents",
    description =
        "Publish the demo's traffic at a steady rate to a pipeline that has the tool charge_card:"
            + " payments, and the retries that agents make of them.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  actonce demo agents --bootstrap-servers localhost:9092 --rate 5"})
final class DemoAgentsCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Mixin private final ConnectionOptions connection = new ConnectionOptions();

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "5",
      description = "Publishes per second, 0.1 to 500. Default: ${DEFAULT-VALUE}.")
  private double rate;

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      description = "How long, such as 10m. Default: until it is stopped.")
  private @Nullable String duration;

  @Option(
      names = "--duplicates",
      paramLabel = "RATE",
      defaultValue = "0.5",
      description = "Share of actions that agents repeat, 0 to 1. Default: ${DEFAULT-VALUE}.")
  private double duplicates;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Makes the traffic repeatable. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Override
  public Integer call() throws InterruptedException {
    String run = "demo-" + UUID.randomUUID().toString().substring(0, 8);
    SteadyAgents.Settings wanted = new SteadyAgents.Settings(rate, limit(), duplicates, seed, run);
    Settings settings = connection.load();
    PrintWriter out = spec.commandLine().getOut();
    try (Shutdown shutdown = new Shutdown();
        DemoPipeline pipeline = new DemoPipeline(Clients.builder(settings).build(), () -> {})) {
      out.println("agents ready: run " + run);
      out.flush();
      SteadyAgents.Result result = new SteadyAgents(wanted, shutdown::await).run(pipeline);
      out.println(
          "published %d, answered %d, tried again %d"
              .formatted(result.published(), result.answered(), result.failed()));
      out.flush();
    }
    return 0;
  }

  private Optional<Duration> limit() {
    if (duration == null) {
      return Optional.empty();
    }
    Optional<Duration> parsed = Durations.parse(duration);
    if (parsed.isEmpty()) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING, "--for is '" + duration + "'; " + Durations.REMEDY);
    }
    return parsed;
  }
}
