package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
  @TempDir Path directory;

  @Test
  void flagBeatsEnvironmentWhichBeatsFile() throws IOException {
    Path file = file("tenant=file\ntopic-prefix=file.\ncatalog=file.yaml\n");
    Map<String, String> environment =
        Map.of("ACTONCE_TENANT", "environment", "ACTONCE_TOPIC_PREFIX", "environment.");

    Settings settings = Settings.load(file, environment, Map.of(Setting.TENANT, "flag"));

    assertThat(settings.require(Setting.TENANT)).isEqualTo("flag");
    assertThat(settings.require(Setting.TOPIC_PREFIX)).isEqualTo("environment.");
    assertThat(settings.require(Setting.CATALOG)).isEqualTo("file.yaml");
    assertThat(settings.require(Setting.PARTITIONS)).isEqualTo("6");
  }

  @ParameterizedTest
  @EnumSource(Setting.class)
  void takesEverySettingFromFileAndEnvironment(Setting setting) throws IOException {
    assertThat(Settings.load(file(setting.key() + "=7\n"), Map.of(), Map.of()).require(setting))
        .isEqualTo("7");
    assertThat(Settings.load(null, Map.of(setting.variable(), "8"), Map.of()).require(setting))
        .isEqualTo("8");
  }

  @Test
  void namesVariableAndFlagAfterTheSetting() {
    assertThat(Setting.TOPIC_PREFIX.variable()).isEqualTo("ACTONCE_TOPIC_PREFIX");
    assertThat(Setting.TOPIC_PREFIX.flag()).isEqualTo("--topic-prefix");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  "})
  void takesABlankValueAsNotGiven(String blank) throws IOException {
    Path file = file("tenant=file\ndata-dir=" + blank + "\npartitions=" + blank + "\n");

    Settings settings = Settings.load(file, Map.of("ACTONCE_TENANT", blank), Map.of());

    assertThat(settings.require(Setting.TENANT)).isEqualTo("file");
    assertThat(settings.find(Setting.DATA_DIR)).isEmpty();
    assertThat(settings.number(Setting.PARTITIONS, 1)).isEqualTo(6);
  }

  @Test
  void refusesABlankFlag() {
    assertInvalid(
        () -> Settings.load(null, Map.of(), Map.of(Setting.DATA_DIR, " ")),
        "--data-dir is empty; give a value, or leave it out");
  }

  @Test
  void ignoresSpacesAroundAValue() throws IOException {
    Path file = file("catalog = my tools.yaml  \n");
    assertThat(Settings.load(file, Map.of(), Map.of()).require(Setting.CATALOG))
        .isEqualTo("my tools.yaml");
  }

  @Test
  void refusesUnknownNames() throws IOException {
    Path file = file("topik-prefix=x.\n");
    assertInvalid(
        () -> Settings.load(file, Map.of(), Map.of()),
        "unknown setting 'topik-prefix' in " + file + "; did you mean 'topic-prefix'?",
        "; the settings are: bootstrap-servers, ");
    assertInvalid(
        () -> Settings.load(null, Map.of("ACTONCE_TOPIK_PREFIX", "x."), Map.of()),
        "unknown environment variable 'ACTONCE_TOPIK_PREFIX'; did you mean"
            + " 'ACTONCE_TOPIC_PREFIX'?");
  }

  @Test
  void leavesTheLaunchersVariablesAlone() {
    Settings settings =
        Settings.load(
            null,
            Map.of(
                "ACTONCE_JAVA_OPTS", "-Xmx1g",
                "ACTONCE_CLASSPATH", "refunds.jar",
                "ACTONCE_CONFIG", "x",
                "ACTONCE_HOME", "/opt/actonce",
                "ACTONCE_VERSION", "1.0.0",
                "PATH", "y"),
            Map.of());
    assertThat(settings.require(Setting.TENANT)).isEqualTo("default");
  }

  /** As a pod beside the Services actonce, actonce-gate and actonce-metrics has them. */
  @ParameterizedTest
  @CsvSource({
    "ACTONCE_SERVICE_HOST, 10.0.0.1",
    "ACTONCE_SERVICE_PORT, 9464",
    "ACTONCE_PORT, tcp://10.0.0.1:9464",
    "ACTONCE_PORT_9464_TCP, tcp://10.0.0.1:9464",
    "ACTONCE_GATE_SERVICE_HOST, 10.0.0.2",
    "ACTONCE_GATE_SERVICE_PORT, 9464",
    "ACTONCE_GATE_SERVICE_PORT_HTTP_METRICS, 9464",
    "ACTONCE_GATE_PORT, tcp://[fd00::1]:9464",
    "ACTONCE_GATE_PORT_9464_TCP, tcp://10.0.0.2:9464",
    "ACTONCE_GATE_PORT_9464_TCP_PROTO, tcp",
    "ACTONCE_GATE_PORT_9464_TCP_PORT, 9464",
    "ACTONCE_GATE_PORT_9464_TCP_ADDR, 10.0.0.2",
    "ACTONCE_GATE_PORT_53_UDP_ADDR, 10.0.0.2",
    "ACTONCE_GATE_PORT_38412_SCTP, sctp://10.0.0.2:38412",
    "ACTONCE_METRICS_SERVICE_HOST, 10.0.0.3",
    "ACTONCE_METRICS_PORT_9464_TCP, tcp://10.0.0.3:9464"
  })
  void leavesTheLinksOfKubernetesAlone(String variable, String value) {
    Settings settings = Settings.load(null, Map.of(variable, value), Map.of());

    assertThat(Stream.of(Setting.values()).filter(settings::isSet)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"METRICS_PORT", "EMBEDDED_PORT"})
  void takesNoLinkForAPort(Setting port) throws IOException {
    Map<String, String> link = Map.of(port.variable(), "tcp://10.0.0.3:9464");

    assertThat(Settings.load(null, link, Map.of()).isSet(port)).isFalse();
    assertThat(Settings.load(file(port.key() + "=9\n"), link, Map.of()).number(port, 0))
        .isEqualTo(9);
    assertThat(Settings.load(null, link, Map.of(port, "9")).number(port, 0)).isEqualTo(9);
  }

  /** A typing error must not pass for a link. */
  @ParameterizedTest
  @CsvSource({
    "ACTONCE_METRIC_PORT, 9464, ACTONCE_METRICS_PORT",
    "ACTONCE_METRICS_PORTS, 9464, ACTONCE_METRICS_PORT",
    "ACTONCE_PARTITION, 9, ACTONCE_PARTITIONS",
    "ACTONCE_METRICS_HOSTS, 0.0.0.0, ACTONCE_METRICS_HOST"
  })
  void refusesNearMisses(String variable, String value, String meant) {
    assertInvalid(
        () -> Settings.load(null, Map.of(variable, value), Map.of()),
        "'" + variable + "'; did you mean '" + meant + "'?");
  }

  @Test
  void saysWhereABadNumberCameFrom() throws IOException {
    Path file = file("partitions=many\n");
    assertInvalid(
        () -> Settings.load(file, Map.of(), Map.of()).number(Setting.PARTITIONS, 1),
        "partitions is 'many' (" + file + "); expected a whole number of at least 1");
    assertInvalid(
        () ->
            Settings.load(null, Map.of("ACTONCE_PARTITIONS", "0"), Map.of())
                .number(Setting.PARTITIONS, 1),
        "partitions is '0' (variable ACTONCE_PARTITIONS)");
  }

  @Test
  void readsDurations() {
    Setting setting = Setting.EXECUTOR_DRAIN_TIMEOUT;
    assertThat(Settings.load(null, Map.of(), Map.of()).duration(setting))
        .isEqualTo(Duration.ofSeconds(10));
    assertInvalid(
        () -> Settings.load(null, Map.of(), Map.of(setting, "10")).duration(setting),
        "executor-drain-timeout is '10' (--executor-drain-timeout); expected a duration");
  }

  @Test
  void refusesAFileThatCannotBeRead() {
    Path missing = directory.resolve("none.conf");
    assertInvalid(
        () -> Settings.load(missing, Map.of(), Map.of()), "cannot read the config file " + missing);
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("actonce.conf"), text);
  }

  private static void assertInvalid(ThrowingCallable call, String... parts) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ActOnceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SETTING))
        .hasMessageContainingAll(parts);
  }
}
