package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class HelpTest {
  private static final List<String> UNEXEMPLIFIED =
      List.of("help", "version", "generate-completion");

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandExplainsItself(List<String> command) {
    Cli.Ran ran = run(command, "--help");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).startsWith("Usage: " + String.join(" ", named(command)));
    assertThat(spec(command).usageMessage().description()).isNotEmpty();
    assertThat(spec(command).args())
        .allSatisfy(arg -> assertThat(description(arg)).as(arg.toString()).isNotBlank());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandTellsTheDefaultsOfItsSettings(List<String> command) {
    for (OptionSpec option : spec(command).options()) {
      Arrays.stream(Setting.values())
          .filter(setting -> Arrays.asList(option.names()).contains(setting.flag()))
          .flatMap(setting -> setting.fallback().stream())
          .forEach(
              fallback ->
                  assertThat(description(option))
                      .as(option.longestName())
                      .contains("Default: " + fallback));
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandKnowsTheVersion(List<String> command) {
    Cli.Ran ran = run(command, "--version");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).startsWith("actonce ").contains("kafka 4.").contains("java ");
  }

  @Test
  void listsTheCommands() {
    assertThat(Cli.run("--help").out())
        .contains("demo", "up", "gate", "executor", "topics", "submit", "watch", "status", "key");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandHasHelpByTheCommandToo(List<String> command) {
    Cli.Ran ran =
        Cli.run(Stream.concat(Stream.of("help"), command.stream()).toArray(String[]::new));

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).isEqualTo(run(command, "--help").out());
  }

  @Test
  void namesTheCommandWhoseHelpIsMissing() {
    Cli.Ran ran = Cli.run("help", "topics", "creat");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("'creat'", "did you mean create?", "'actonce topics --help'");
  }

  @Test
  void hasACommandForTheVersion() {
    assertThat(Cli.run("version").out()).isEqualTo(Cli.run("--version").out());
  }

  @Test
  void writesACompletionForTheShell() {
    Cli.Ran ran = Cli.run("generate-completion");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).contains("complete -F _complete_actonce", "--gate-state-dir");
  }

  /** What every command has must not hide what only this one has. */
  @Test
  void showsTheSettingsOfTheRegistryUnderTheirHeading() {
    assertThat(Cli.run("gate", "--help").out())
        .containsSubsequence(
            "--catalog",
            "--gate-state-dir",
            "Kafka:",
            "--bootstrap-servers",
            "Schema registry:",
            "--schema-registry-url",
            "--value-serializer",
            "Metrics:",
            "--metrics-port",
            "Log:",
            "--log-level");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandThatDoesSomethingShowsAnExample(List<String> command) {
    CommandSpec spec = spec(command);
    if (!spec.subcommands().isEmpty() || UNEXEMPLIFIED.containsAll(command)) {
      return;
    }

    assertThat(run(command, "--help").out())
        .containsSubsequence("Example", "  " + String.join(" ", named(command)));
  }

  static Stream<List<String>> commands() {
    List<List<String>> found = new ArrayList<>();
    collect(Cli.commandLine(), List.of(), found);
    return found.stream();
  }

  private static void collect(CommandLine at, List<String> path, List<List<String>> found) {
    found.add(path);
    at.getSubcommands()
        .forEach(
            (name, command) ->
                collect(command, Stream.concat(path.stream(), Stream.of(name)).toList(), found));
  }

  private static CommandSpec spec(List<String> command) {
    CommandLine at = Cli.commandLine();
    for (String name : command) {
      at = Objects.requireNonNull(at.getSubcommands().get(name));
    }
    return at.getCommandSpec();
  }

  private static List<String> named(List<String> command) {
    return Stream.concat(Stream.of("actonce"), command.stream()).toList();
  }

  private static String description(ArgSpec arg) {
    return String.join(" ", arg.description());
  }

  private static Cli.Ran run(List<String> command, String flag) {
    return Cli.run(Stream.concat(command.stream(), Stream.of(flag)).toArray(String[]::new));
  }
}
