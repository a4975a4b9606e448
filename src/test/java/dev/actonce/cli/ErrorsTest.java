package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Every error is one line with its remedy, and the exit code of who can act. */
class ErrorsTest {
  private static final String KEY = "v1." + "A".repeat(43);

  @TempDir Path directory;

  @Test
  void namesTheOptionThatWasProbablyMeant() {
    assertMisuse(
        Cli.run("demo", "--intnts", "5"),
        "Unknown options: '--intnts', '5'",
        "did you mean --intents?",
        "see 'actonce demo --help'");
  }

  @Test
  void namesTheCommandThatWasProbablyMeant() {
    assertMisuse(Cli.run("submitt"), "'submitt'", "did you mean", "submit", "'actonce --help'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"foo", "xx", "quux"})
  void guessesNoCommandThatIsSpelledOtherwise(String word) {
    Cli.Ran ran = Cli.run(word);

    assertMisuse(ran, "'" + word + "'", "see 'actonce --help'");
    assertThat(ran.err()).doesNotContain("did you mean");
  }

  @Test
  void saysOnceThatItIsAnError() {
    Cli.Ran ran = Cli.run("settle", KEY);

    assertMisuse(ran, "--succeeded", "--not-executed", "see 'actonce settle --help'");
    assertThat(ran.err()).doesNotContain("Error:");
  }

  @Test
  void asksForTheCommand() {
    assertMisuse(Cli.run(), "which command?", "see 'actonce --help'");
    assertMisuse(Cli.run("topics"), "create or check?", "see 'actonce topics --help'");
  }

  @Test
  void asksForAMissingParameter() {
    assertMisuse(Cli.run("status"), "KEY", "see 'actonce status --help'");
  }

  @ParameterizedTest
  @CsvSource({
    "gate --threads many, --gate-threads, many",
    "demo --intents 1.5, --intents, 1.5",
    "demo --lost-responses most, --lost-responses, most",
    "topics create --partitions six, --partitions, six"
  })
  void refusesWhatIsNoNumber(String line, String option, String value) {
    assertMisuse(Cli.run(line.split(" ")), "'" + option + "'", "'" + value + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "demo --intents 0 --quiet, intents",
    "demo --lost-responses 1.5 --quiet, 1.5",
    "demo --duplicates -1 --quiet, -1",
    "demo --one-at-a-time -1 --quiet, -1",
    "demo --warm-intents -1 --quiet, -1"
  })
  void refusesNumbersOutOfRange(String line, String part) {
    assertMisuse(Cli.run(line.split(" ")), part);
  }

  @Test
  void refusesWhatIsNoDuration() throws IOException {
    assertMisuse(
        Cli.run(
            "executor",
            "--session-timeout",
            "soon",
            "--bootstrap-servers",
            "localhost:1",
            "--catalog",
            catalog().toString()),
        "executor-session-timeout is 'soon' (--executor-session-timeout)",
        "expected a duration");
    assertMisuse(
        Cli.run("submit", "charge_card", "--wait", "soon"),
        "--wait is 'soon'",
        "write a whole number with ms");
  }

  @Test
  void namesTheUnknownSettingOfAConfigFile() throws IOException {
    Path file = Files.writeString(directory.resolve("my.conf"), "topik-prefix=x.\n");
    assertMisuse(
        Cli.run("topics", "check", "--config", file.toString()),
        "unknown setting 'topik-prefix' in " + file + "; did you mean 'topic-prefix'?",
        "topic-prefix");
  }

  @Test
  void namesTheConfigFileThatCannotBeRead() {
    Path missing = directory.resolve("none.conf");
    assertMisuse(
        Cli.run("topics", "check", "--config", missing.toString()),
        "cannot read the config file " + missing,
        "check --config");
  }

  @Test
  void namesTheKafkaConfigThatCannotBeRead() {
    Path missing = directory.resolve("none.properties");
    assertMisuse(
        Cli.run(
            "status",
            KEY,
            "--bootstrap-servers",
            "localhost:1",
            "--kafka-config",
            missing.toString()),
        "cannot read Kafka properties from " + missing,
        "check path and syntax");
  }

  @ParameterizedTest
  @CsvSource({
    "topics check",
    "status v1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "watch",
    "submit charge_card"
  })
  void refusesSecuritySettingsThatKafkaDoesNotKnow(String line) throws IOException {
    Path file = Files.writeString(directory.resolve("k.properties"), "security.protocol=TSL\n");
    List<String> words =
        new ArrayList<>(
            List.of("--bootstrap-servers", "localhost:1", "--kafka-config", file.toString()));
    words.addAll(0, List.of(line.split(" ")));
    assertMisuse(Cli.run(words.toArray(new String[0])), "security.protocol");
  }

  @Test
  void saysHowToGiveAMissingSetting() {
    assertMisuse(
        Cli.run("topics", "check"),
        "bootstrap-servers is missing; give --bootstrap-servers, set ACTONCE_BOOTSTRAP_SERVERS");
  }

  @Test
  void refusesAFlagWithoutValue() {
    assertMisuse(
        Cli.run("topics", "check", "--bootstrap-servers", ""), "--bootstrap-servers is empty");
  }

  @Test
  void refusesWhatIsNoKey() {
    assertMisuse(Cli.run("status", "inv-1", "--bootstrap-servers", "localhost:1"), "inv-1");
  }

  @Test
  void refusesWhatIsNoAddress() {
    assertMisuse(
        Cli.run("topics", "check", "--bootstrap-servers", "localhost"),
        "must be host:port",
        "'localhost'");
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void endsWithTheExitCodeOfTheCategory(ErrorCode code) {
    Cli.Ran ran = failWith(new ActOnceException(code, "a broke\n  at b; do c"));

    assertThat(ran.exitCode()).isEqualTo(code.category().exitCode());
    assertThat(ran.err()).isEqualToNormalizingNewlines("actonce: a broke | at b; do c\n");
  }

  @Test
  void showsTheTraceOfADefect() {
    Cli.Ran ran = failWith(new IllegalStateException("impossible"));

    assertThat(ran.exitCode()).isEqualTo(5);
    assertThat(ran.err())
        .startsWith("actonce: defect: java.lang.IllegalStateException: impossible; please report")
        .contains("\tat ");
  }

  private static Cli.Ran failWith(Exception error) {
    StringWriter err = new StringWriter();
    CommandLine command = Main.commandLine(new StringWriter(), err);
    int exitCode = Errors.failed(error, command, command.parseArgs());
    return new Cli.Ran(exitCode, "", err.toString());
  }

  private Path catalog() throws IOException {
    return Files.writeString(
        directory.resolve("tools.yaml"),
        "tools: { charge_card: { safety: unsafe, http: { url: 'http://localhost/charges' } } }");
  }

  private static void assertMisuse(Cli.Ran ran, String... parts) {
    assertThat(ran.err()).startsWith("actonce: ").contains(parts).hasLineCount(1);
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
  }
}
