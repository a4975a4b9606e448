package dev.actonce.cli;

import static dev.actonce.cli.Composition.dependencies;
import static dev.actonce.cli.Composition.environment;
import static dev.actonce.cli.Composition.isOneShot;
import static dev.actonce.cli.Composition.reachable;
import static dev.actonce.cli.Composition.service;
import static dev.actonce.cli.Composition.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.testing.Yaml;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The composition by itself, as far as it can be checked without Docker. */
class ComposeTest {
  /** The members of a service that the Compose specification has and that we use. */
  private static final Set<String> KNOWN =
      Set.of(
          "build",
          "cap_drop",
          "command",
          "depends_on",
          "deploy",
          "environment",
          "healthcheck",
          "hostname",
          "image",
          "ports",
          "pull_policy",
          "restart",
          "security_opt",
          "stop_grace_period",
          "volumes");

  @Test
  void startsAllThatIsNeeded() {
    assertThat(Composition.SERVICES.keySet())
        .contains("kafka-1", "kafka-2", "kafka-3", "registry", "gate-1", "gate-2", "executor-1")
        .contains("executor-2", "provider", "agents", "prometheus", "grafana", "topics");
    assertThat(Composition.FILE.members().keySet())
        .filteredOn(name -> !name.startsWith("x-"))
        .containsExactlyInAnyOrder("name", "services", "volumes");
  }

  @ParameterizedTest
  @MethodSource("dev.actonce.cli.Composition#services")
  void namesOnlyMembersOfTheSpecification(String name) {
    assertThat(service(name).members().keySet()).isSubsetOf(KNOWN);
    service(name)
        .find("healthcheck")
        .ifPresent(
            check ->
                assertThat(check.members().keySet())
                    .contains("test", "interval", "timeout", "retries")
                    .isSubsetOf("test", "interval", "timeout", "retries", "start_period"));
  }

  @ParameterizedTest
  @MethodSource("dev.actonce.cli.Composition#services")
  void pinsEveryImage(String name) {
    assertThat(service(name).get("image").text()).matches(Composition.PINNED);
  }

  @ParameterizedTest
  @MethodSource("dev.actonce.cli.Composition#services")
  void boundsAndWatchesEveryService(String name) {
    Yaml service = service(name);
    Yaml limits = service.get("deploy").get("resources").get("limits");
    assertThat(limits.get("cpus").text()).matches("\\d(\\.\\d+)?");
    assertThat(limits.get("memory").text()).matches("\\d+[MG]");
    assertThat(service.get("restart").text()).isIn("no", "on-failure", "unless-stopped");
    if (!isOneShot(name)) {
      assertThat(service.get("healthcheck").get("test").texts())
          .startsWith("CMD")
          .hasSizeGreaterThan(1);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.actonce.cli.Composition#services")
  void waitsForServicesThatCanBecomeSo(String name) {
    dependencies(name)
        .forEach(
            (other, condition) -> {
              assertThat(Composition.SERVICES).containsKey(other);
              if (isOneShot(other)) {
                assertThat(condition).isEqualTo("service_completed_successfully");
              } else {
                assertThat(condition).isEqualTo("service_healthy");
                assertThat(service(other).find("healthcheck")).isPresent();
              }
            });
    assertThat(reachable(name)).doesNotContain(name);
  }

  /** Services that build one tag at a time overwrite each other's image, or fail. */
  @Test
  void buildsOurImageInOneServiceAndPullsItNowhere() {
    assertThat(Composition.ours())
        .isNotEmpty()
        .allSatisfy(name -> assertThat(service(name).get("pull_policy").text()).isEqualTo("never"));
    assertThat(Composition.SERVICES.keySet())
        .filteredOn(name -> service(name).find("build").isPresent())
        .containsExactly("topics");
  }

  /** It starts a JVM every few seconds beside the broker's own. */
  @ParameterizedTest
  @ValueSource(strings = {"kafka-1", "kafka-2", "kafka-3"})
  void asksABrokerForItsHealthWithASmallHeap(String broker) {
    assertThat(service(broker).get("healthcheck").get("test").texts())
        .startsWith("CMD", "env", "KAFKA_HEAP_OPTS=-Xmx64m");
  }

  /** A gate calls no provider, and an executor retries. */
  @Test
  void startsGatesAndExecutorsWithoutTheProvider() {
    assertThat(List.of("gate-1", "gate-2", "executor-1", "executor-2"))
        .allSatisfy(name -> assertThat(reachable(name)).doesNotContain("provider"));
    assertThat(dependencies("agents")).containsKey("provider");
  }

  @Test
  void publishesEachPortOnceAndOnTheLoopbackInterfaceOnly() {
    List<Integer> ports = new ArrayList<>();
    for (String name : Composition.SERVICES.keySet()) {
      for (String port : texts(service(name), "ports")) {
        Matcher parts = Pattern.compile("127\\.0\\.0\\.1:(\\d+):(\\d+)").matcher(port);
        assertThat(parts.matches()).as(port).isTrue();
        ports.add(Integer.parseInt(parts.group(1)));
      }
    }
    assertThat(ports).doesNotHaveDuplicates().contains(3000, 9090, 9300);
  }

  @Test
  void mountsWhatIsThereAndKeepsWhatIsDeclared() {
    Set<String> named = new TreeSet<>();
    for (String name : Composition.SERVICES.keySet()) {
      for (String volume : texts(service(name), "volumes")) {
        String source = volume.split(":", -1)[0];
        if (source.startsWith("./")) {
          assertThat(Path.of(source)).as(name).exists();
          assertThat(volume).as("our files are not written to").endsWith(":ro");
        } else {
          named.add(source);
        }
      }
    }
    assertThat(named).isEqualTo(new TreeSet<>(Composition.FILE.get("volumes").members().keySet()));
  }

  @ParameterizedTest
  @MethodSource("dev.actonce.cli.Composition#ours")
  void usesTheCommandLinesRealCommandsAndSettings(String name) {
    Map<String, String> environment = environment(name);
    Set<String> valid =
        Stream.concat(
                Arrays.stream(Setting.values()).map(Setting::variable),
                Stream.of("ACTONCE_JAVA_OPTS", "ACTONCE_CONFIG"))
            .collect(Collectors.toSet());
    assertThat(environment.keySet()).isSubsetOf(valid);
    Settings.load(null, environment, Map.of()); // Throws on what is no setting.

    String[] command = texts(service(name), "command").toArray(String[]::new);
    assertThat(command).isNotEmpty();
    Cli.commandLine().parseArgs(command); // Throws on an unknown command or flag.
  }
}
