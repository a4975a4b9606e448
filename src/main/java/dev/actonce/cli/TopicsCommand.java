package dev.actonce.cli;

import dev.actonce.config.Setting;
import dev.actonce.config.Settings;
import dev.actonce.core.VisibleText;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.Topic;
import dev.actonce.kafka.TopicNames;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.kafka.doctor.Doctor;
import dev.actonce.kafka.doctor.Finding;
import java.io.PrintWriter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code actonce topics}: creates and checks the topics. */
@Command(
    name = "topics",
    description = "Create or check the topics of the pipeline.",
    mixinStandardHelpOptions = true)
final class TopicsCommand implements Runnable {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "create or check?");
  }

  @Command(
      name = "create",
      description = "Create the missing topics; existing ones are left as they are.",
      mixinStandardHelpOptions = true)
  int create(
      @Mixin ConnectionOptions connection,
      @Option(
              names = "--partitions",
              paramLabel = "COUNT",
              description = "Partitions of every topic; never changed later. Default: 6.")
          @Nullable Integer partitions,
      @Option(
              names = "--replication-factor",
              paramLabel = "COUNT",
              description = "Replicas of every topic. Default: 3.")
          @Nullable Integer replicationFactor,
      @Option(
              names = "--outcomes-json",
              paramLabel = "BOOLEAN",
              description = "Also the topic of outcomes in JSON. Default: false.")
          @Nullable String outcomesJson) {
    Map<Setting, String> flags = new EnumMap<>(Setting.class);
    SettingsOptions.put(flags, Setting.PARTITIONS, partitions);
    SettingsOptions.put(flags, Setting.REPLICATION_FACTOR, replicationFactor);
    SettingsOptions.put(flags, Setting.OUTCOMES_JSON, outcomesJson);
    Settings settings = connection.load(flags);
    PrintWriter out = spec.commandLine().getOut();
    TopicNames names = new TopicNames(settings.require(Setting.TOPIC_PREFIX));
    try (TopicProvisioner topics = TopicProvisioner.open(clients(settings))) {
      List<Topic> created =
          topics.create(
              settings.number(Setting.PARTITIONS, 1),
              settings.number(Setting.REPLICATION_FACTOR, 1));
      created.forEach(topic -> out.println("created " + names.of(topic)));
      out.println(created.isEmpty() ? "all topics were there" : created.size() + " topics created");
    }
    return report(settings);
  }

  @Command(
      name = "check",
      description =
          "Check the topics against what the guarantees need; exit code 1 if they fall short.",
      mixinStandardHelpOptions = true)
  int check(
      @Mixin ConnectionOptions connection,
      @Option(
              names = "--outcomes-json",
              paramLabel = "BOOLEAN",
              description = "Also the topic of outcomes in JSON. Default: false.")
          @Nullable String outcomesJson) {
    Map<Setting, String> flags = new EnumMap<>(Setting.class);
    SettingsOptions.put(flags, Setting.OUTCOMES_JSON, outcomesJson);
    Settings settings = connection.load(flags);
    int exitCode = report(settings);
    if (exitCode == 0) {
      spec.commandLine().getOut().println("topics are fit for use");
    }
    return exitCode;
  }

  private static ClientSettings clients(Settings settings) {
    return new ClientSettings(ConnectionOptions.kafka(settings));
  }

  private int report(Settings settings) {
    List<Finding> findings;
    try (Doctor doctor = Doctor.open(clients(settings))) {
      findings = doctor.topics();
    }
    PrintWriter out = spec.commandLine().getOut();
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
