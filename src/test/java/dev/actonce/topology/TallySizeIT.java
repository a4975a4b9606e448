package dev.actonce.topology;

import static dev.actonce.topology.GateHarness.pay;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.testing.LongRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is counted does not grow with traffic: 5,000 keys, five times as many as before. Too slow
 * for a unit test.
 */
@LongRun
class TallySizeIT {
  @TempDir Path state;

  @Test
  void hasAsManyLinesAfterFiveThousandKeysAsAfterAThousand() {
    GateReporting reporting = new GateReporting(Set.of("acme"), GateListener.NONE);
    try (GateHarness gate = new GateHarness(state, 1, reporting)) {
      publish(gate, 0, 1_000);
      Set<TallyLine> before = gate.tally().keySet();
      publish(gate, 1_000, 5_000);

      Map<TallyLine, Long> after = gate.tally();
      assertThat(after.keySet()).isEqualTo(before).hasSizeLessThan(10);
      assertThat(after).containsEntry(new TallyLine("pay", "ADMITTED", "", "acme"), 5_000L);
      assertThat(after)
          .containsEntry(new TallyLine("", "REJECTED", "UNKNOWN_ACTION", "acme"), 500L);
    }
  }

  private static void publish(GateHarness gate, int from, int to) {
    for (int i = from; i < to; i++) {
      gate.publish(Duration.ofMillis(i), pay("o" + i).publish("r" + i));
      if (i % 10 == 0) {
        gate.publish(Duration.ofMillis(i), pay("o" + i).publish("again" + i));
        gate.publish(Duration.ofMillis(i), new IntentMaker("no-" + i, "{}").publish("n" + i));
      }
    }
    gate.dispatched();
    gate.outcomes();
  }
}
