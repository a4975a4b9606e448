package dev.actonce.cli;

import dev.actonce.client.operator.Doubts;
import dev.actonce.client.operator.OpenClaim;
import dev.actonce.client.operator.Operator;
import dev.actonce.core.VisibleText;
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
    try (Operator operator = Clients.operator(settings)) {
      Doubts.Unknown found = operator.doubts().unknown();
      List<OpenClaim> claims = found.claims();
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
