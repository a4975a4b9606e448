package dev.actonce.lab.demo;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DemoSettingsTest {
  @Test
  void refusesARunWithoutIntents() {
    assertThatThrownBy(() -> settings(0, 0.05))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("intents must be 1 to 1000000, got 0");
  }

  @Test
  void refusesWhatIsNoShare() {
    assertThatThrownBy(() -> settings(1, Double.NaN))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("lost responses must be 0 to 1, got NaN");
  }

  private static DemoSettings settings(int intents, double lostResponses) {
    return new DemoSettings(
        new TrafficPlan.Mix(intents, 0.3, 1),
        lostResponses,
        DemoSettings.Agents.DEFAULT,
        0,
        "demo",
        Path.of("demo"));
  }
}
