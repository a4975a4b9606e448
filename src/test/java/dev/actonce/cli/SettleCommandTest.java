package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.config.KafkaConfig;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong is said before any broker is asked. */
class SettleCommandTest {
  private static final KafkaConfig NOWHERE = KafkaConfig.of("127.0.0.1:1");
  private static final String KEY = "v1." + "k".repeat(43);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --succeeded={"id":                          | is not JSON
          --succeeded={} x                            | is not JSON
          --succeeded=                                | is not JSON
          --not-executed                              | needs --reason
          --not-executed --reason=no --reference=ch_1 | --reference names an effect
          --not-executed --reason=no --succeeded=null | mutually exclusive
          --reason=no                                 | Missing required argument
          --succeeded=null --wait=soon                | expected a duration
          """)
  void refusesWrongInputWithExitCode2(String options, String message) {
    String[] words = ("settle " + KEY + " " + options).split(" (?=--|v1)");

    CommandRun run = CommandRun.of(NOWHERE, words);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(message);
  }

  @ParameterizedTest
  @CsvSource({"v1.short", "nonsense"})
  void refusesWhatIsNoKey(String key) {
    assertThat(CommandRun.of(NOWHERE, "settle", key, "--succeeded=null").exitCode()).isEqualTo(2);
  }
}
