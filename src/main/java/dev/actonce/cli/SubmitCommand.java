package dev.actonce.cli;

import dev.actonce.catalog.Catalog;
import dev.actonce.client.ActOnceClient;
import dev.actonce.client.Intent;
import dev.actonce.client.Latest;
import dev.actonce.client.Publication;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.Durations;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.VisibleText;
import dev.actonce.core.outcome.OutcomeStatus;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code actonce submit}: publishes one intent and waits for its outcome. */
@Command(
    name = "submit",
    description = "Publish an intent and wait for its outcome. Doing it again is safe.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example:",
      "  actonce submit charge_card '{\"amount\": 149}' --intent-id inv-4471"
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:done, now or earlier",
      "1:failed, rejected or in conflict: nothing was executed by this publish",
      "3:no final outcome in time: pending, in progress or unknown"
    })
final class SubmitCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Mixin
  private final ConnectionOptions connection =
      new ConnectionOptions(Setting.CATALOG, Setting.TENANT);

  @Mixin private final IntentOptions intent = new IntentOptions();

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      defaultValue = "30s",
      description = "How long to wait for a final outcome; 0s does not wait. Default: 30s.")
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private String wait;

  @Option(names = "--json", description = "Print the outcome as one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    Settings settings = connection.load();
    Duration limit =
        Durations.parse(wait)
            .orElseThrow(
                () ->
                    new ActOnceException(
                        ErrorCode.INVALID_SETTING,
                        "--wait is '" + wait + "'; " + Durations.REMEDY));
    try (ActOnceClient client = client(settings)) {
      Publication publication = client.publish(intent(settings));
      Latest latest = publication.await(limit);
      show(publication, latest);
      if (latest.error().isPresent()) {
        throw latest.error().get();
      }
      return exitCode(latest);
    }
  }

  private ActOnceClient client(Settings settings) {
    ActOnceClient.Builder builder = Clients.builder(settings);
    Path file = Path.of(settings.require(Setting.CATALOG));
    if (connection.isGiven(Setting.CATALOG) || Files.exists(file)) {
      builder.catalog(Catalog.load(file));
    }
    return builder.build();
  }

  private Intent intent(Settings settings) {
    Intent.Builder builder =
        Intent.action(intent.action)
            .tenant(settings.require(Setting.TENANT))
            .arguments(intent.arguments());
    if (intent.session != null) {
      builder.session(intent.session);
    }
    if (intent.run != null) {
      builder.run(intent.run);
    }
    if (intent.intentId != null) {
      builder.intentId(intent.intentId);
    }
    if (intent.toolCallId != null) {
      builder.toolCallId(intent.toolCallId);
    }
    return builder.build();
  }

  private void show(Publication publication, Latest latest) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(
          latest
              .outcome()
              .map(OutcomeText::json)
              .orElse(
                  "{\"status\":\"PENDING\",\"requestId\":\"" + publication.requestId() + "\"}"));
      return;
    }
    out.println(
        latest
            .outcome()
            .map(OutcomeText::line)
            .orElse("PENDING  requestId=" + publication.requestId()));
    latest
        .outcome()
        .map(event -> event.answer().result())
        .map(VisibleText::of)
        .ifPresent(out::println);
    latest
        .outcome()
        .map(event -> event.answer().errorMessage())
        .map(VisibleText::of)
        .ifPresent(out::println);
    out.println(VisibleText.of(latest.advice()));
  }

  private static int exitCode(Latest latest) {
    if (!latest.isFinal()) {
      return 3;
    }
    OutcomeStatus status = latest.status().orElseThrow();
    return status == OutcomeStatus.SUCCEEDED || status == OutcomeStatus.ALREADY_DONE ? 0 : 1;
  }
}
