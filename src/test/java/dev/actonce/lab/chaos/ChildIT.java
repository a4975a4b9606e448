package dev.actonce.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.embedded.ClusterSeat;
import dev.actonce.testing.LongRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process of the run, here a broker of a cluster of one. */
@LongRun
class ChildIT {
  private static final Duration PATIENCE = Duration.ofSeconds(120);

  @TempDir private Path directory;

  @Test
  void servesUntilItsInputEndsAndKeepsItsDataThroughAKill() throws InterruptedException {
    List<Integer> ports = LoopbackPorts.free(2);
    ClusterSeat seat =
        new ClusterSeat(ClusterSeat.newClusterId(), 1, ports.get(0), Map.of(1, ports.get(1)));
    Member broker =
        new Member(
            "broker",
            256,
            Roles.broker(directory.resolve("data"), seat),
            directory.resolve("broker.log"));
    broker.start();
    try {
      broker.awaitReady(PATIENCE);
      broker.hold(
          () -> {
            broker.kill();
            broker.start();
          });
      broker.awaitReady(PATIENCE);
      assertThat(broker.unplannedEnds()).isZero();

      broker.child().freeze(Duration.ofSeconds(1));
      assertThat(broker.stop()).isTrue();
      assertThat(broker.child().isAlive()).isFalse();
    } finally {
      broker.end();
    }
  }
}
