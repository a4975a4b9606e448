package dev.actonce.cli;

import dev.actonce.client.ActOnceClient;
import dev.actonce.client.OutcomeListener;
import dev.actonce.client.Subscription;
import dev.actonce.core.IdempotencyKey;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code actonce watch}: shows outcomes as they happen. */
@Command(
    name = "watch",
    description = "Show outcomes as they happen, until it is stopped.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  actonce watch --bootstrap-servers localhost:9092 --json"})
final class WatchCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Mixin private final ConnectionOptions connection = new ConnectionOptions();

  @Option(names = "--key", paramLabel = "KEY", description = "Only outcomes of this key.")
  private @Nullable String key;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "text; json, all of an outcome; or task-records, for tools that measure agents."
              + " Default: text.")
  private @Nullable String format;

  @Option(names = "--json", description = "The same as --format json: one JSON object a line.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    WatchFormat chosen = WatchFormat.of(format, json);
    Settings settings = connection.load();
    PrintWriter out = spec.commandLine().getOut();
    OutcomeListener print =
        event -> {
          out.println(chosen.line(event));
          out.flush();
        };
    try (Shutdown shutdown = new Shutdown();
        ActOnceClient client = Clients.builder(settings).build()) {
      Subscription subscription =
          key == null ? client.subscribe(print) : client.subscribe(new IdempotencyKey(key), print);
      spec.commandLine().getErr().println("actonce: watching; stop with Ctrl-C");
      shutdown.await();
      subscription.close();
    }
    return 0;
  }
}
