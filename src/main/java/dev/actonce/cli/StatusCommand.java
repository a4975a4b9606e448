package dev.actonce.cli;

import dev.actonce.client.ActOnceClient;
import dev.actonce.client.Latest;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.VisibleText;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code actonce status}: the newest known outcome of a key. */
@Command(
    name = "status",
    description = "Show the newest outcome of a key; exit code 1 if none is known.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  actonce status --bootstrap-servers localhost:9092 KEY"})
final class StatusCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Mixin private final ConnectionOptions connection = new ConnectionOptions();

  @Parameters(index = "0", paramLabel = "KEY", description = "As 'actonce key -q' prints it.")
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private String key;

  @Option(names = "--json", description = "Print the outcome as one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    Settings settings = connection.load();
    IdempotencyKey wanted = new IdempotencyKey(key);
    try (ActOnceClient client = Clients.builder(settings).build()) {
      Latest latest = client.status(wanted);
      show(latest);
      return latest.isPending() ? 1 : 0;
    }
  }

  private void show(Latest latest) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(latest.outcome().map(OutcomeText::json).orElse("{\"status\":\"PENDING\"}"));
      return;
    }
    latest.outcome().map(OutcomeText::line).ifPresent(out::println);
    latest
        .outcome()
        .map(event -> event.answer().result())
        .map(VisibleText::of)
        .ifPresent(out::println);
    out.println(VisibleText.of(latest.advice()));
  }
}
