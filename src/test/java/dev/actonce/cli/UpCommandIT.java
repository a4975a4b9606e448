package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.testing.CountingTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code up} as a process of its own. */
class UpCommandIT {
  private static final Duration STOP_LIMIT = Duration.ofSeconds(90);
  private static final String READY = "ready: bootstrap-servers ";

  @TempDir Path directory;
  private final CountingTarget target = new CountingTarget();

  @AfterEach
  void stop() {
    target.close();
  }

  @Test
  void goesOnWhereItStopped() throws Exception {
    CommandsIT.writeCatalog(directory, target);
    try (CliProcess up = up()) {
      assertThat(submit(up).out()).contains("SUCCEEDED");
      assertThat(up.terminate(STOP_LIMIT)).isZero();
      assertThat(up.complaints()).containsExactly("actonce: stopping ...");
    }
    try (CliProcess up = up()) {
      assertThat(submit(up).out()).contains("ALREADY_DONE");
      assertThat(up.terminate(STOP_LIMIT)).isZero();
    }
    assertThat(target.effects()).isEqualTo(1);
  }

  @Test
  void saysThatItsPortIsTaken() throws IOException, InterruptedException {
    CommandsIT.writeCatalog(directory, target);
    String port = target.url().replaceAll(".*:(\\d+)/.*", "$1");
    try (CliProcess up = CliProcess.start(directory, Map.of(), "up", "--port", port)) {
      assertThat(up.awaitExit(STOP_LIMIT)).isEqualTo(2);
      assertThat(up.complaints()).singleElement().asString().startsWith("actonce: ").contains(port);
    }
  }

  private CliProcess up() {
    CliProcess up =
        CliProcess.start(directory, Map.of(), "up", "--port", "0", "--data-dir", "my data");
    up.awaitPrinted("stop with Ctrl-C");
    return up;
  }

  private Cli.Ran submit(CliProcess up) {
    String bootstrap =
        up.out()
            .lines()
            .filter(line -> line.startsWith(READY))
            .map(line -> line.substring(READY.length()))
            .findFirst()
            .orElseThrow();
    return Cli.run(
        "submit",
        "charge_card",
        "{\"customer_id\":\"c1\",\"amount\":149,\"currency\":\"EUR\"}",
        "--intent-id",
        "inv-1",
        "--bootstrap",
        bootstrap);
  }
}
