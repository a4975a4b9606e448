package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.testing.RuleFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What a runbook tells a person to type can be typed. */
class RunbooksTest {
  private static final Pattern LINE = Pattern.compile("ops/actonce ([^\n`#]+)");
  private static final Pattern QUOTED = Pattern.compile("'[^']*'|\"[^\"]*\"");

  static Stream<String> lines() throws IOException {
    Stream.Builder<String> lines = Stream.builder();
    for (Path page : RuleFiles.list(Path.of("ops/runbooks"))) {
      LINE.matcher(Files.readString(page)).results().map(RunbooksTest::line).forEach(lines);
    }
    return lines.build().distinct();
  }

  private static String line(MatchResult match) {
    return QUOTED.matcher(match.group(1)).replaceAll("QUOTED").strip();
  }

  @ParameterizedTest
  @MethodSource("lines")
  void namesCommandsAndOptionsThatExist(String line) {
    List<String> words = List.of(line.split("\\s+"));
    CommandLine command = Cli.commandLine();
    int at = 0;
    for (CommandLine next = command; next != null; at++) {
      command = next;
      next = at < words.size() ? command.getSubcommands().get(words.get(at)) : null;
    }

    // The last step found no further command.
    assertThat(at - 1).as("'%s' names a command", line).isPositive();
    assertThat(command.getSubcommands()).as("'%s' is whole", line).isEmpty();
    CommandSpec named = command.getCommandSpec();
    assertThat(words.subList(at - 1, words.size()).stream().filter(word -> word.startsWith("--")))
        .allSatisfy(option -> assertThat(named.findOption(option)).isNotNull());
  }
}
