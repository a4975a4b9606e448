package dev.actonce.cli;

import dev.actonce.core.VisibleText;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.Topic;
import dev.actonce.kafka.TopicNames;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.kafka.doctor.Doctor;
import dev.actonce.kafka.doctor.Finding;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code actonce topics}: creates and checks the topics. */
@Command(
    name = "topics",
    description = "Create or check the topics of the pipeline.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {TopicsCommand.Create.class, TopicsCommand.Check.class})
final class TopicsCommand implements Runnable {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "create or check?");
  }

  /** {@code actonce topics create}. */
  @Command(
      name = "create",
      description = "Create the missing topics; existing ones are left as they are.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "Example, with one broker:",
        "  actonce topics create --bootstrap localhost:9092 --replication-factor 1"
      })
  static final class Create implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // Injected by picocli.
    private CommandSpec spec;

    @Mixin
    private final ConnectionOptions connection =
        new ConnectionOptions(
            Setting.PARTITIONS, Setting.REPLICATION_FACTOR, Setting.OUTCOMES_JSON);

    @Override
    public Integer call() {
      Settings settings = connection.load();
      PrintWriter out = spec.commandLine().getOut();
      TopicNames names = new TopicNames(settings.require(Setting.TOPIC_PREFIX));
      try (TopicProvisioner topics = open(settings)) {
        List<Topic> created =
            topics.create(
                settings.number(Setting.PARTITIONS, 1),
                settings.number(Setting.REPLICATION_FACTOR, 1));
        created.forEach(topic -> out.println("created " + names.of(topic)));
        out.println(
            created.isEmpty() ? "all topics were there" : created.size() + " topics created");
        return report(findings(settings), out);
      }
    }
  }

  /** {@code actonce topics check}. */
  @Command(
      name = "check",
      description =
          "Check the topics against what the guarantees need; exit code 1 if they fall short.",
      mixinStandardHelpOptions = true,
      footer = {"", "Example:", "  actonce topics check --bootstrap-servers localhost:9092"})
  static final class Check implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // Injected by picocli.
    private CommandSpec spec;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions(Setting.OUTCOMES_JSON);

    @Override
    public Integer call() {
      Settings settings = connection.load();
      PrintWriter out = spec.commandLine().getOut();
      int exitCode = report(findings(settings), out);
      if (exitCode == 0) {
        out.println("topics are fit for use");
      }
      return exitCode;
    }
  }

  private static TopicProvisioner open(Settings settings) {
    return TopicProvisioner.open(clients(settings));
  }

  private static List<Finding> findings(Settings settings) {
    try (Doctor doctor = Doctor.open(clients(settings))) {
      return doctor.topics();
    }
  }

  private static ClientSettings clients(Settings settings) {
    return new ClientSettings(ConnectionOptions.kafka(settings));
  }

  private static int report(List<Finding> findings, PrintWriter out) {
    List<Finding> errors = of(Finding.Severity.ERROR, findings);
    List<Finding> warnings = of(Finding.Severity.WARNING, findings);
    Finding.lines(errors).forEach(line -> out.println("ERROR " + VisibleText.of(line)));
    Finding.lines(warnings).forEach(line -> out.println("WARNING " + VisibleText.of(line)));
    return errors.isEmpty() ? 0 : 1;
  }

  private static List<Finding> of(Finding.Severity severity, List<Finding> findings) {
    return findings.stream().filter(finding -> finding.severity() == severity).toList();
  }
}
