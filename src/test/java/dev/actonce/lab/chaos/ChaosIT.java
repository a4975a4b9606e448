package dev.actonce.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.testing.LongRun;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The short form of {@code actonce chaos}: real processes, real faults, every effect counted. */
@LongRun
class ChaosIT {
  private static final int MINUTES = 1;

  /** Kept after a failure, with the logs of all processes. */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  @Test
  void keepsEveryPromiseWhileProcessesAreKilledFrozenAndRobbed() {
    ChaosSettings settings = new ChaosSettings(1, MINUTES, directory);
    ChaosReport report = new ChaosRun(settings, System.out::println).run();
    System.out.println(report.toJson());

    assertThat(report.audit().suspects()).as("data and logs in %s", directory).isEmpty();
    assertThat(report.audit().violations()).isEqualTo(new Audit.Violations(0, 0, 0, 0, 0, 0));
    assertThat(report.counts().deadLetters()).isZero();
    assertThat(report.counts().intents()).isGreaterThanOrEqualTo(500);
    assertThat(report.faults().misfires()).as("data and logs in %s", directory).isEmpty();
    assertThat(report.faults().fired()).hasSizeGreaterThanOrEqualTo(4);
    assertThat(report.faults().count())
        .isEqualTo(FaultSchedule.of(1, Duration.ofMinutes(MINUTES)).faults().size())
        .isGreaterThanOrEqualTo(5);
    assertThat(report.isSuccess()).isTrue();
  }
}
