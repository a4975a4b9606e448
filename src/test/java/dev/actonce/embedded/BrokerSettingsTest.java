package dev.actonce.embedded;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerSettingsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"listeners", "advertised.listeners", "controller.quorum.voters", "log.dirs"})
  void refusesSettingsThatTieTheBrokerToItsSocketsAndItsDirectory(String name) {
    assertThatThrownBy(() -> BrokerSettings.requireFree(Map.of(name, "x")))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining(name);
  }

  @Test
  void leavesOtherSettingsFree() {
    assertThatCode(
            () -> BrokerSettings.requireFree(Map.of("transactional.id.expiration.ms", "1000")))
        .doesNotThrowAnyException();
  }
}
