package dev.actonce.embedded;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import java.util.Map;
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "transactional.id.expiration.ms",
        "listener.security.protocol.map",
        "listener.name.plaintext.plain.sasl.jaas.config"
      })
  void leavesOtherSettingsFree(String name) {
    assertThatCode(() -> BrokerSettings.requireFree(Map.of(name, "x"))).doesNotThrowAnyException();
  }
}
