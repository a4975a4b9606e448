package dev.actonce.cli;

import dev.actonce.lab.demo.KeyBehaviour;
import dev.actonce.lab.demo.PaymentProvider;
import dev.actonce.lab.demo.ProviderSettings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code actonce demo provider}: the demo's payment provider by itself. */
@Command(
    name = "provider",
    description = {
      "Run the demo's payment provider until it is stopped: POST /charges with an Idempotency-Key,"
          + " GET /charges?key=..., GET /stats. It loses a share of its answers after the charge.",
      "Its log of charges is a file that 'actonce audit' can read. All charges are held in memory"
          + " as well."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  actonce demo provider --lost-responses 0.2"})
final class DemoProviderCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description = "Interface to listen on. Default: ${DEFAULT-VALUE}.")
  private String host = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "9300",
      description = "Port; 0 picks a free one. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      defaultValue = "charges.jsonl",
      description =
          "Log of charges, a JSON object on each line; appended to. Default: ${DEFAULT-VALUE}.")
  private Path log = Path.of("charges.jsonl");

  @Option(
      names = "--lost-responses",
      paramLabel = "RATE",
      defaultValue = "0.2",
      description = "Share of answers lost after the charge, 0 to 1. Default: ${DEFAULT-VALUE}.")
  private double lostResponses;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Makes losses repeatable. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Override
  public Integer call() throws InterruptedException {
    ProviderSettings settings =
        new ProviderSettings(
            ProviderSettings.address(host, port),
            log,
            seed,
            lostResponses,
            KeyBehaviour.IETF_DRAFT,
            Duration.ZERO);
    try (Shutdown shutdown = new Shutdown();
        PaymentProvider provider = PaymentProvider.open(settings)) {
      PrintWriter out = spec.commandLine().getOut();
      out.println("provider ready: " + provider.chargesUri());
      out.flush();
      shutdown.await();
      spec.commandLine().getErr().println("actonce: stopping provider ...");
    }
    return 0;
  }
}
