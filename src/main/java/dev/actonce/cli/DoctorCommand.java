package dev.actonce.cli;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.VisibleText;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.doctor.Doctor;
import dev.actonce.kafka.doctor.Finding;
import dev.actonce.kafka.doctor.Finding.Severity;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code actonce doctor}: what endangers acting exactly once, why, and what to do. */
@Command(
    name = "doctor",
    description =
        "Look for what endangers acting exactly once: topics, brokers, time-outs, tools, open"
            + " transactions. Exit code 1 if there are errors; gate and executor refuse to start"
            + " with those of topics, brokers and clients.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  actonce doctor --bootstrap-servers localhost:9092"})
final class DoctorCommand implements Callable<Integer> {
  private static final Pattern TRANSACTION = Pattern.compile("(\\S+)-(\\d{1,9})@(\\d{1,18})");

  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Mixin private final ConnectionOptions connection = new ConnectionOptions(Setting.CATALOG);

  @Option(names = "--json", description = "Print one JSON object: findings and a summary.")
  private boolean json;

  @Option(
      names = "--abort-transaction",
      paramLabel = "TOPIC-PARTITION@OFFSET",
      description =
          "End the silent transaction that starts there, as a finding names it, instead of"
              + " looking. Its producer is fenced.")
  private @Nullable String transaction;

  @Override
  public Integer call() {
    Settings settings = connection.load();
    PrintWriter out = spec.commandLine().getOut();
    List<ToolPolicy> policies = policies(settings);
    try (Doctor doctor = Doctor.open(new ClientSettings(ConnectionOptions.kafka(settings)))) {
      if (transaction != null) {
        out.println("aborted the transaction at " + VisibleText.of(abort(doctor, transaction)));
        return 0;
      }
      List<Finding> findings = doctor.examine(policies);
      out.println(json ? DoctorText.json(findings) : DoctorText.lines(findings));
      return findings.stream().anyMatch(f -> f.severity() == Severity.ERROR) ? 1 : 0;
    }
  }

  /** Without a file of the default name the tools are left out; a named one must be there. */
  private static List<ToolPolicy> policies(Settings settings) {
    String file = settings.require(Setting.CATALOG);
    boolean byDefault = Setting.CATALOG.fallback().orElse("").equals(file);
    if (byDefault && !Files.exists(Path.of(file))) {
      return List.of();
    }
    return Catalog.load(Path.of(file)).tools().stream().map(Tool::policy).toList();
  }

  private static String abort(Doctor doctor, String text) {
    Matcher place = TRANSACTION.matcher(text);
    if (!place.matches()) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "--abort-transaction must be topic-partition@offset as a finding names it, for example"
              + " actonce.dispatch-0@1234, got '"
              + text
              + "'");
    }
    TopicPartition at = new TopicPartition(place.group(1), Integer.parseInt(place.group(2)));
    return doctor.abort(at, Long.parseLong(place.group(3)));
  }
}
