package dev.actonce.cli;

import dev.actonce.client.operator.Operator;
import dev.actonce.client.operator.Suspects;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.Durations;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.Fingerprint;
import dev.actonce.core.VisibleText;
import dev.actonce.core.suspect.SuspectedDuplicate;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code actonce suspects}: equal actions under different keys. */
@Command(
    name = "suspects",
    description =
        "List equal actions that were admitted under different keys within the tool's window: the"
            + " sign of an agent that makes a key per attempt. Latest last, one entry for each"
            + " payload, with the sessions that asked.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  actonce suspects --since 2h --action charge_card"})
final class SuspectsCommand implements Callable<Integer> {
  private static final Duration NO_WAIT = Duration.ZERO;
  private static final Duration KEPT = Duration.ofDays(30);

  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Mixin private final ConnectionOptions connection = new ConnectionOptions();

  @Option(
      names = "--since",
      paramLabel = "DURATION",
      defaultValue = "24h",
      description = "How far back, such as 30m; at most 30d. Default: ${DEFAULT-VALUE}.")
  private String since = "24h";

  @Option(names = "--action", paramLabel = "NAME", description = "Only this tool.")
  private @Nullable String action;

  @Option(
      names = "--follow",
      description = "Then show each report as it comes, until it is stopped.")
  private boolean follow;

  @Option(names = "--json", description = "One JSON object a line.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    Settings settings = connection.load();
    Instant from = InstantSource.system().instant().minus(duration());
    PrintWriter out = spec.commandLine().getOut();
    try (Operator operator = Clients.operator(settings);
        Suspects suspects = operator.suspects(from)) {
      Collection<SuspectedDuplicate> found = latest(suspects.readToEnd());
      if (found.isEmpty() && !json && !follow) {
        out.println("nothing is suspected");
      }
      found.forEach(this::print);
      suspects.unreadable().ifPresent(this::warn);
      if (follow) {
        follow(suspects);
      }
    }
    return 0;
  }

  private void follow(Suspects suspects) throws InterruptedException {
    try (Shutdown shutdown = new Shutdown()) {
      spec.commandLine().getErr().println("actonce: watching; stop with Ctrl-C");
      while (!shutdown.await(NO_WAIT)) {
        suspects.poll().stream().filter(this::isAsked).forEach(this::print);
      }
    }
  }

  private void warn(String what) {
    spec.commandLine().getErr().println("actonce: " + VisibleText.of(what));
  }

  /** The last report of each fingerprint tells all of it. */
  private Collection<SuspectedDuplicate> latest(List<SuspectedDuplicate> reports) {
    Map<Fingerprint, SuspectedDuplicate> latest = new LinkedHashMap<>();
    for (SuspectedDuplicate report : reports) {
      if (isAsked(report)) {
        latest.remove(report.fingerprint());
        latest.put(report.fingerprint(), report);
      }
    }
    return latest.values();
  }

  private boolean isAsked(SuspectedDuplicate report) {
    return action == null || action.equals(report.action());
  }

  private void print(SuspectedDuplicate suspect) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? SuspectText.json(suspect) : SuspectText.lines(suspect));
    out.flush();
  }

  private Duration duration() {
    return Durations.parse(since)
        .filter(parsed -> parsed.compareTo(KEPT) <= 0)
        .orElseThrow(
            () ->
                new ActOnceException(
                    ErrorCode.INVALID_SETTING,
                    "--since is '"
                        + since
                        + "'; expected a duration of at most 30d, which is how long reports are"
                        + " kept; "
                        + Durations.REMEDY));
  }
}
