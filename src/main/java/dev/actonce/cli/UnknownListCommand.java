package dev.actonce.cli;

import dev.actonce.client.ActOnceClient;
import dev.actonce.client.Doubts;
import dev.actonce.core.VisibleText;
import dev.actonce.core.execution.Claim;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code actonce unknown list}: what is in doubt, since when, and what to do. */
@Command(
    name = "list",
    description = "List the unknown outcomes, oldest first, with what to do about each.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  actonce unknown list --bootstrap-servers localhost:9092"})
final class UnknownListCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Mixin private final ConnectionOptions connection = new ConnectionOptions();

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Option(
      names = "--show-arguments",
      description = "Show what the agents sent, which may be confidential.")
  private boolean showArguments;

  @Override
  public Integer call() {
    Settings settings = connection.load();
    try (ActOnceClient client = Clients.builder(settings).build()) {
      Doubts.Unknown found = new Doubts(ConnectionOptions.kafka(settings), client).unknown();
      List<Claim> claims = found.claims();
      DoubtText text =
          new DoubtText(
              InstantSource.system().instant(),
              showArguments ? DoubtText.Arguments.SHOWN : DoubtText.Arguments.HIDDEN);
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        out.println(text.json(claims));
      } else if (claims.isEmpty()) {
        out.println("no outcome is unknown");
      } else {
        claims.forEach(claim -> out.println(text.lines(claim)));
      }
      found.unreadable().ifPresent(this::warn);
      return 0;
    }
  }

  private void warn(String what) {
    spec.commandLine().getErr().println("actonce: " + VisibleText.of(what));
  }
}
