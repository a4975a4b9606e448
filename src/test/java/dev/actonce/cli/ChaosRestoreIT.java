package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.actonce.testing.LongRun;
import org.junit.jupiter.api.Test;

/** The restore run, with fewer keys: whether it forgets any, not how fast it is. */
@LongRun
class ChaosRestoreIT {
  private static final int KEYS = 5_000;

  @Test
  void knowsEveryKeyAfterItsStateDirectoryWasDeleted() throws JsonProcessingException {
    Cli.Ran ran = Cli.run("chaos", "restore", "--keys", Integer.toString(KEYS), "--json");

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    JsonNode report = new JsonMapper().readTree(ran.out());
    assertThat(report.path("keys").asInt()).isEqualTo(KEYS);
    assertThat(report.path("escaped_duplicates").asInt(-1)).isZero();
    assertThat(report.path("already_done").asInt()).isEqualTo(1_900);
    assertThat(report.path("in_progress").asInt()).isEqualTo(100);
    assertThat(report.path("restore_seconds").asDouble()).isPositive();
    assertThat(report.path("serving_seconds").asDouble()).isPositive();
    assertThat(report.path("changelog_bytes").asLong()).isPositive();
  }

  @Test
  void refusesFewerKeysThanItSamples() {
    Cli.Ran ran = Cli.run("chaos", "restore", "--keys", "99");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("--keys must be 100 to 1000000, got 99");
  }
}
