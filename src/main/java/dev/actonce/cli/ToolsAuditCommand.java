package dev.actonce.cli;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.ToolAudit;
import dev.actonce.catalog.ToolAudit.Weight;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code actonce tools audit}: what each tool is, and what it still lacks. */
@Command(
    name = "audit",
    description =
        "Sort the tools of the catalog into read-only, naturally idempotent and side-effecting,"
            + " with the hints that the Model Context Protocol has for that, and tell what each"
            + " still lacks. Reads the catalog only.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  actonce tools audit --catalog tools.yaml --strict"},
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:no tool has a gap, other than the accepted ones; advice does not count",
      "1:a tool has a gap; with --strict, or there is advice for one",
      "2:wrong catalog or settings"
    })
final class ToolsAuditCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Mixin private final SettingsOptions settings = new SettingsOptions(Setting.CATALOG);

  @Option(names = "--strict", description = "Advice counts as well.")
  private boolean strict;

  @Option(
      names = "--accept",
      paramLabel = "TOOL",
      description = "What this tool lacks does not count; may be repeated.")
  private Set<String> accepted = new LinkedHashSet<>();

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    Settings loaded = settings.load();
    Catalog tools = Catalog.load(Path.of(loaded.require(Setting.CATALOG)));
    accepted.forEach(tools::require); // A name that fits no tool would accept nothing, unseen.
    List<ToolAudit> audits = tools.tools().stream().map(ToolAudit::of).toList();
    PrintWriter out = spec.commandLine().getOut();
    ToolAuditText text = new ToolAuditText(audits, accepted);
    if (json) {
      out.println(text.json());
    } else {
      text.lines().forEach(out::println);
    }
    out.flush();
    return audits.stream().anyMatch(this::counts) ? 1 : 0;
  }

  private boolean counts(ToolAudit audit) {
    return !accepted.contains(audit.tool().action())
        && (audit.lacks(Weight.GAP) || (strict && audit.lacks(Weight.ADVICE)));
  }
}
