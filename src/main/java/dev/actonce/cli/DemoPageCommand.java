package dev.actonce.cli;

import dev.actonce.catalog.Catalog;
import dev.actonce.client.ActOnceClient;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.lab.demo.DemoCatalog;
import dev.actonce.lab.demo.PaymentProvider;
import dev.actonce.lab.demo.ProviderSettings;
import dev.actonce.lab.demo.page.AgentPage;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code actonce demo page}: the agent is a web page. */
@Command(
    name = "page",
    description = {
      "Serve a page whose tool call pays through ActOnce, and retries as agents do, until it is"
          + " stopped.",
      "Starts the pipeline and a lossy payment provider in this process; the pipeline's"
          + " data is temporary."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  actonce demo page --port 8080"})
final class DemoPageCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Loopback port of the page; 0 for any free one. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(
      names = "--lost-responses",
      paramLabel = "RATE",
      defaultValue = "0.2",
      description =
          "Share of the provider's answers lost after the charge, 0 to 1. Default:"
              + " ${DEFAULT-VALUE}.")
  private double lostResponses;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Makes the losses repeatable. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Where the provider's charge log goes. Default: temporary, deleted.")
  private @Nullable Path directory;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    try (Shutdown shutdown = new Shutdown();
        Workspace workspace = Workspace.of("demo-page", directory);
        PaymentProvider provider =
            PaymentProvider.open(
                ProviderSettings.of(
                    workspace.directory().resolve("page-charges.jsonl"), seed, lostResponses))) {
      Catalog catalog = DemoCatalog.of(provider.chargesUri());
      try (EmbeddedPipeline pipeline =
              EmbeddedPipeline.startTemporary(
                  0, catalog, Map.of(), EmbeddedPipeline.Options.DEFAULT);
          ActOnceClient client =
              ActOnceClient.builder()
                  .bootstrapServers(pipeline.bootstrapServers())
                  .catalog(catalog)
                  .tenant("demo")
                  .build();
          AgentPage page = AgentPage.open(port, client, provider)) {
        out.println("agent page: " + page.uri());
        out.println("payment provider: " + provider.chargesUri());
        out.println("stop with Ctrl-C");
        shutdown.await();
        spec.commandLine().getErr().println("actonce: stopping ...");
      }
    }
    return 0;
  }
}
