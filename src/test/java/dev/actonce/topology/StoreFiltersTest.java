package dev.actonce.topology;

import static dev.actonce.topology.GateHarness.pay;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.outcome.OutcomeStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That filters hide what is not stored, and nothing else. */
@SuppressWarnings("NullAway.Init")
class StoreFiltersTest {
  /** Enough memory entries for several files on disk. */
  private static final int KEYS = 400;

  @TempDir private Path directory;

  @Test
  void findsEachKeyInMemoryOnDiskAndAfterAMove() {
    try (GateHarness gate = new GateHarness(directory)) {
      Duration start = Duration.ZERO;
      for (int i = 0; i < KEYS; i++) {
        gate.publish(start, pay("k-" + i).publish("first"));
        gate.finish(start, gate.dispatched().get(0), OutcomeStatus.SUCCEEDED);
      }
      assertThat(new StateFiles(task().resolve(GateStores.MEMORY)).newestTables())
          .hasSizeGreaterThan(1);

      // Each second key is seen again and moves: a tombstone where it was, an entry further on.
      assertThat(admitted(gate, Duration.ofSeconds(290), 0, 2)).isEmpty();
      assertThat(admitted(gate, Duration.ofSeconds(580), 0, 2)).isEmpty();
      // The others are forgotten by now: their entries were found, and were too old.
      assertThat(admitted(gate, Duration.ofSeconds(581), 1, 2)).hasSize(KEYS / 2);
    }
  }

  @Test
  void filtersKeysByTheirBeginningAndOnAllLevels() {
    try (GateHarness gate = new GateHarness(directory)) {
      gate.publish(Duration.ZERO, pay("A").publish("first"));
      gate.finish(Duration.ZERO, gate.dispatched().get(0), OutcomeStatus.SUCCEEDED);

      assertThat(RocksOptions.ofNewestSegment(task().resolve(GateStores.MEMORY)))
          .contains(
              "prefix_extractor=rocksdb.FixedPrefix.32",
              "whole_key_filtering=false",
              "optimize_filters_for_hits=false",
              "filter_policy=bloomfilter:10");
      assertThat(RocksOptions.of(task().resolve("rocksdb").resolve(GateStores.OPEN)))
          .contains(
              "prefix_extractor=nullptr",
              "whole_key_filtering=true",
              "optimize_filters_for_hits=false",
              "filter_policy=bloomfilter:10");
    }
  }

  private static List<String> admitted(GateHarness gate, Duration at, int from, int step) {
    List<String> admitted = new ArrayList<>();
    for (int i = from; i < KEYS; i += step) {
      gate.publish(at, pay("k-" + i).publish("again-" + at));
      if (!gate.dispatched().isEmpty()) {
        admitted.add("k-" + i);
      }
    }
    return admitted;
  }

  private Path task() {
    return directory.resolve("gate").resolve("0_0");
  }
}
