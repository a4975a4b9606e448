package dev.actonce.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AssignmentsTest {
  private static final long KEEP = Assignments.KEEP_NANOS;

  private long nanos;
  private final Assignments assignments = new Assignments(() -> nanos);

  @Test
  void asksForStartPositionsOfNewPartitionsOnly() {
    assertThat(assignments.hold(List.of(1, 2))).containsExactlyInAnyOrder(1, 2);
    assignments.start(Map.of(1, 10L, 2, 20L));
    assertThat(assignments.hold(List.of(2, 3))).containsExactly(3);
  }

  @Test
  void keepsThePositionOfAFollowedPartition() {
    assignments.hold(List.of(1));
    assignments.start(Map.of(1, 10L));
    assignments.advance(1, 15);
    assignments.start(Map.of(1, 12L));
    assertThat(at(0)).containsExactly(Map.entry(1, 15L));
  }

  @Test
  void followsAPartitionUntilItsLastHolderLeft() {
    assignments.hold(List.of(1));
    assignments.hold(List.of(1));
    assignments.start(Map.of(1, 10L));
    assignments.release(List.of(1));
    assertThat(at(KEEP)).containsKey(1);
    nanos = 0;
    assignments.release(List.of(1));
    assertThat(at(KEEP - 1)).containsKey(1);
    assertThat(at(KEEP)).isEmpty();
  }

  @Test
  void keepsAPartitionThatIsHeldAgainInTime() {
    assignments.hold(List.of(1));
    assignments.start(Map.of(1, 10L));
    assignments.release(List.of(1));
    assertThat(assignments.hold(List.of(1))).isEmpty();
    assertThat(at(10 * KEEP)).containsKey(1);
  }

  @Test
  void needsANewStartAfterAPartitionWasDropped() {
    assignments.hold(List.of(1));
    assignments.start(Map.of(1, 10L));
    assignments.release(List.of(1));
    at(KEEP);
    assignments.advance(1, 99);
    assertThat(assignments.hold(List.of(1))).containsExactly(1);
  }

  private Map<Integer, Long> at(long readNanos) {
    nanos = readNanos;
    return assignments.current();
  }
}
