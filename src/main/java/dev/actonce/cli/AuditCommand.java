package dev.actonce.cli;

import dev.actonce.cli.audit.AuditMetrics;
import dev.actonce.cli.audit.AuditText;
import dev.actonce.cli.audit.BadInput;
import dev.actonce.cli.audit.Export;
import dev.actonce.cli.audit.ExportFields;
import dev.actonce.cli.audit.ExportFormat;
import dev.actonce.client.operator.Operator;
import dev.actonce.client.operator.PipelineHistory;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.Durations;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.audit.AuditReport;
import dev.actonce.core.audit.AuditSettings;
import dev.actonce.core.audit.ProviderAudit;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code actonce audit}: did anything happen twice, or other than agents were told? */
@Command(
    name = "audit",
    description = {
      "Compare a provider's export of its effects with the outcomes, and report what happened twice"
          + " or otherwise than agents read.",
      "An effect belongs to an action by the idempotency key that the provider saw"
          + " (KEY/GENERATION), or else by its reference. The export is read line by line; held in"
          + " memory is one entry for each action and each effect, a few hundred bytes."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  actonce audit --provider-log charges.jsonl --action charge_card"},
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:provider and outcomes agree, and all was readable",
      "1:they disagree, such as by an escaped duplicate",
      "2:they agree as far as they were readable, but some lines were not; or wrong settings"
    })
final class AuditCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Mixin private final ConnectionOptions connection = new ConnectionOptions();

  @Option(
      names = "--provider-log",
      required = true,
      paramLabel = "FILE",
      description = "The provider's export, UTF-8: a JSON object on each line, or CSV with header.")
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private Path providerLog;

  @Option(
      names = "--provider-log-format",
      paramLabel = "FORMAT",
      description = "json or csv. Default: by the name of the file.")
  private @Nullable String format;

  @ArgGroup(exclusive = false, heading = "What the export calls things:%n")
  private final FieldOptions names = new FieldOptions();

  @ArgGroup(exclusive = false, heading = "What is judged:%n")
  private final ScopeOptions scope = new ScopeOptions();

  @Option(
      names = "--list",
      paramLabel = "N",
      defaultValue = "20",
      description = "Most to list of each kind; all are counted. Default: ${DEFAULT-VALUE}.")
  private int list;

  @Option(
      names = "--max-entries",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Most actions and effects to hold in memory. Default: ${DEFAULT-VALUE}.")
  private int maxEntries;

  @Option(
      names = "--metrics-file",
      paramLabel = "FILE",
      description = "Also write metrics for Prometheus' textfile collector.")
  private @Nullable Path metricsFile;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  /** Names of the export's fields. */
  static final class FieldOptions {
    @Option(
        names = "--key-field",
        paramLabel = "NAME",
        defaultValue = "key",
        description = "The idempotency key; in JSON also a pointer. Default: ${DEFAULT-VALUE}.")
    private String key = ExportFields.DEFAULT.key();

    @Option(
        names = "--reference-field",
        paramLabel = "NAME",
        defaultValue = "reference",
        description = "The provider's name of the effect. Default: ${DEFAULT-VALUE}.")
    private String reference = ExportFields.DEFAULT.reference();

    @Option(
        names = "--action-field",
        paramLabel = "NAME",
        defaultValue = "action",
        description = "The tool, if the export knows it. Default: ${DEFAULT-VALUE}.")
    private String action = ExportFields.DEFAULT.action();

    @Option(
        names = "--time-field",
        paramLabel = "NAME",
        defaultValue = "at",
        description = "When it happened: ISO-8601, or seconds or ms. Default: ${DEFAULT-VALUE}.")
    private String at = ExportFields.DEFAULT.at();
  }

  /** Which time and which tools. */
  static final class ScopeOptions {
    @Option(
        names = "--since",
        paramLabel = "TIME",
        description = "Judge from then on, such as 2026-01-31T00:00:00Z. Default: all outcomes.")
    private @Nullable String since;

    @Option(
        names = "--until",
        paramLabel = "TIME",
        description = "Judge what was before. Default: now.")
    private @Nullable String until;

    @Option(
        names = "--margin",
        paramLabel = "DURATION",
        defaultValue = "5m",
        description =
            "What lies so near to either end may still lack its counterpart. Default:"
                + " ${DEFAULT-VALUE}.")
    private String margin = "5m";

    @Option(
        names = "--action",
        paramLabel = "TOOL",
        description = "A tool that the export covers; may be repeated. Default: all tools.")
    private Set<String> actions = new LinkedHashSet<>();
  }

  @Override
  public Integer call() {
    Instant now = InstantSource.system().instant();
    Duration margin =
        Durations.parse(scope.margin)
            .orElseThrow(
                () -> invalid("--margin is '" + scope.margin + "'; " + Durations.REMEDY, null));
    Instant since = instant("--since", scope.since);
    Instant until = instant("--until", scope.until);
    AuditSettings wanted =
        new AuditSettings(
            since == null ? null : since.plus(margin),
            (until == null ? now : until).minus(margin),
            scope.actions,
            atLeastOne("--max-entries", maxEntries),
            atLeastOne("--list", list));
    Export export =
        new Export(
            providerLog,
            ExportFormat.of(format, providerLog),
            new ExportFields(names.key, names.reference, names.action, names.at));
    BadInput bad = new BadInput(list);
    AuditReport report = audit(wanted, export, since, bad);
    if (metricsFile != null) {
      AuditMetrics.write(metricsFile, report, bad, InstantSource.system().instant());
    }
    print(new AuditText(report, bad));
    return exitCode(report, bad);
  }

  private AuditReport audit(
      AuditSettings wanted, Export export, @Nullable Instant since, BadInput bad) {
    Settings settings = connection.load();
    ProviderAudit audit = new ProviderAudit(wanted);
    export.read(audit::effect, bad); // First: what it has happened before the outcomes' end.
    try (Operator operator = Clients.operator(settings)) {
      PipelineHistory history = operator.history();
      history.settlements(since, audit::settlement, bad::add);
      history.outcomes(since, audit::outcome, bad::add);
    }
    return audit.report();
  }

  private void print(AuditText text) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(text.json());
    } else {
      text.lines().forEach(out::println);
    }
    out.flush();
  }

  private static int exitCode(AuditReport report, BadInput bad) {
    if (!report.isClean()) {
      return 1;
    }
    return bad.count() == 0 ? 0 : ErrorCode.INVALID_SETTING.category().exitCode();
  }

  private static int atLeastOne(String flag, int value) {
    if (value < 1) {
      throw invalid(flag + " must be at least 1, got " + value, null);
    }
    return value;
  }

  private static @Nullable Instant instant(String flag, @Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      return OffsetDateTime.parse(text.strip()).toInstant();
    } catch (DateTimeException e) {
      throw invalid(
          flag + " is '" + text + "'; give a time with its offset, such as 2026-01-31T00:00:00Z",
          e);
    }
  }

  private static ActOnceException invalid(String message, @Nullable Throwable cause) {
    return new ActOnceException(ErrorCode.INVALID_SETTING, message, cause);
  }
}
