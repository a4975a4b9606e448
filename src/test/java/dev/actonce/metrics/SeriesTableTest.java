package dev.actonce.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SeriesTableTest {
  private static final Series PAY = Series.of(Metric.REROUTES, "0", "pay");
  private static final Series MAIL = Series.of(Metric.REROUTES, "1", "mail");

  private final Registries registries = Registries.pulled();
  private final SeriesTable table = new SeriesTable(registries.meters());

  @Test
  void showsTheLatestPublication() {
    table.publish(Map.of(PAY, 3, MAIL, 4));
    table.publish(Map.of(PAY, 5, MAIL, 4));

    assertThat(shown("pay")).isEqualTo(5);
    assertThat(shown("mail")).isEqualTo(4);
  }

  @Test
  void dropsWhatIsNotPublishedAnyMoreAndTakesItBackAtItsNewValue() {
    table.publish(Map.of(PAY, 3, MAIL, 4));
    table.publish(Map.of(MAIL, 4));
    assertThat(Exposition.parse(registries.text()).samples()).hasSize(1);

    table.publish(Map.of(MAIL, 4, PAY, 9));

    assertThat(shown("pay")).isEqualTo(9);
  }

  @Test
  void refusesASeriesWithOtherLabelsThanItsMetric() {
    assertThatThrownBy(() -> Series.of(Metric.REROUTES, "pay"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("partition");
  }

  private double shown(String action) {
    return Exposition.parse(registries.text()).sum(Metric.REROUTES.exposedName(), "action", action);
  }
}
