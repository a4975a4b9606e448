package dev.actonce.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaConfigTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"localhost:9092", "a:1,b:65535", "[::1]:9092"})
  void acceptsBootstrapServers(String servers) {
    assertThat(KafkaConfig.of(servers).bootstrapServers()).isEqualTo(servers);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "localhost", "a:1, b:2", "a:1,", "http://"})
  void refusesBootstrapServersThatAreNot(String servers) {
    assertThatThrownBy(() -> KafkaConfig.of(servers))
        .isInstanceOfSatisfying(
            ActOnceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SETTING))
        .hasMessageContaining("'" + servers + "'");
  }

  @Test
  void refusesTimeoutsOutOfRange() {
    KafkaConfig config = KafkaConfig.of("localhost:9092");
    assertThatThrownBy(() -> config.withSessionTimeout(Duration.ZERO))
        .hasMessage("session timeout must be PT1S to PT5M, got PT0S");
    assertThatThrownBy(() -> config.withTransactionTimeout(Duration.ofMinutes(16)))
        .hasMessage("transaction timeout must be PT1S to PT15M, got PT16M");
  }

  @Test
  void keepsNoReferenceToTheCallersMap() {
    Map<String, String> properties = new HashMap<>(Map.of("security.protocol", "SSL"));
    KafkaConfig config = KafkaConfig.of("localhost:9092").withClientProperties(properties);
    properties.clear();
    assertThat(config.clientProperties()).containsOnlyKeys("security.protocol");
  }

  @Test
  void printsNoPropertyValues() {
    KafkaConfig config =
        KafkaConfig.of("localhost:9092").withClientProperties(Map.of("sasl.jaas.config", "secret"));
    assertThat(config.toString()).contains("sasl.jaas.config").doesNotContain("secret");
  }

  @Test
  void readsAPropertiesFile() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("client.properties"), "# TLS\nsecurity.protocol = SSL\n");
    assertThat(KafkaConfig.readClientProperties(file))
        .containsExactly(Map.entry("security.protocol", "SSL"));
  }

  @Test
  void namesAPropertiesFileThatIsMissing() {
    Path file = directory.resolve("missing.properties");
    assertThatThrownBy(() -> KafkaConfig.readClientProperties(file))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining(file.toString());
  }
}
