package dev.actonce.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.SafetyClass;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TrafficTest {
  private static final Duration LENGTH = Duration.ofMinutes(3);

  private final Traffic traffic = Traffic.of(1, LENGTH);

  @Test
  void isTheSameForTheSameSeed() {
    assertThat(traffic).isEqualTo(Traffic.of(1, LENGTH)).isNotEqualTo(Traffic.of(2, LENGTH));
  }

  @Test
  void wantsThousandsOfActionsOfEveryClassAndIdentity() {
    assertThat(traffic.actions()).hasSizeGreaterThanOrEqualTo(2_000);
    assertThat(traffic.actions()).extracting(Traffic.Action::order).doesNotHaveDuplicates();
    assertThat(traffic.actions()).extracting(Traffic.Action::tool).contains(SafetyClass.values());
    assertThat(traffic.actions())
        .extracting(Traffic.Action::identity)
        .contains(Traffic.Identity.values());
  }

  @Test
  void publishesAllWithinItsLengthInOrder() {
    assertThat(traffic.publishes())
        .isSortedAccordingTo(Comparator.comparing(Traffic.Publish::at))
        .allSatisfy(publish -> assertThat(publish.at()).isBetween(Duration.ZERO, LENGTH));
    assertThat(traffic.publishes().stream().map(Traffic.Publish::action).distinct())
        .hasSameSizeAs(traffic.actions());
  }

  @Test
  void letsOtherAgentsRepeatAboutHalfOfTheActions() {
    Map<Traffic.Action, Long> agents =
        traffic.publishes().stream()
            .collect(
                Collectors.groupingBy(
                    Traffic.Publish::action,
                    Collectors.mapping(
                        Traffic.Publish::agent,
                        Collectors.collectingAndThen(
                            Collectors.toSet(), set -> (long) set.size()))));

    long repeated = agents.values().stream().filter(count -> count > 1).count();
    assertThat((double) repeated / traffic.actions().size()).isBetween(0.4, 0.6);
  }
}
