package dev.actonce.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.actonce.catalog.Catalog;
import dev.actonce.cli.demo.DemoCatalog;
import dev.actonce.config.Setting;
import dev.actonce.config.Settings;
import dev.actonce.testing.Yaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The composition, the image and their configuration, as far as they can be checked without Docker.
 */
class ComposeTest {
  private static final Yaml COMPOSE = Yaml.of(Path.of("docker-compose.yml"));
  private static final Map<String, Yaml> SERVICES = COMPOSE.get("services").members();
  private static final Path DOCKERFILE = Path.of("ops/docker/Dockerfile");
  private static final Pattern PINNED =
      Pattern.compile("[a-z0-9./-]+:v?\\d[\\w.-]*|actonce:local|[a-z0-9./:-]+@sha256:[0-9a-f]{64}");

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
          "restart",
          "security_opt",
          "stop_grace_period",
          "volumes");

  static Stream<String> services() {
    return SERVICES.keySet().stream();
  }

  static Stream<String> ours() {
    return services().filter(name -> service(name).find("build").isPresent());
  }

  @Test
  void startsAllThatIsNeeded() {
    assertThat(SERVICES.keySet())
        .contains("kafka-1", "kafka-2", "kafka-3", "registry", "gate-1", "gate-2", "executor-1")
        .contains("executor-2", "provider", "agents", "prometheus", "grafana", "topics");
    assertThat(COMPOSE.members().keySet())
        .filteredOn(name -> !name.startsWith("x-"))
        .containsExactlyInAnyOrder("name", "services", "volumes");
  }

  @ParameterizedTest
  @MethodSource("services")
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
  @MethodSource("services")
  void pinsEveryImage(String name) {
    assertThat(service(name).get("image").text()).matches(PINNED);
  }

  @ParameterizedTest
  @MethodSource("services")
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
  @MethodSource("services")
  void waitsForServicesThatCanBecomeSo(String name) {
    dependencies(name)
        .forEach(
            (other, condition) -> {
              assertThat(SERVICES).containsKey(other);
              if (isOneShot(other)) {
                assertThat(condition).isEqualTo("service_completed_successfully");
              } else {
                assertThat(condition).isEqualTo("service_healthy");
                assertThat(service(other).find("healthcheck")).isPresent();
              }
            });
    assertThat(reachable(name)).doesNotContain(name);
  }

  @Test
  void publishesEachPortOnceAndOnTheLoopbackInterfaceOnly() {
    List<Integer> ports = new ArrayList<>();
    for (String name : SERVICES.keySet()) {
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
    for (String name : SERVICES.keySet()) {
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
    assertThat(named).isEqualTo(new TreeSet<>(COMPOSE.get("volumes").members().keySet()));
  }

  @ParameterizedTest
  @MethodSource("ours")
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
    Main.commandLine().parseArgs(command); // Throws on an unknown command or flag.
  }

  @ParameterizedTest
  @CsvSource({"gate-1,gate-2", "executor-1,executor-2"})
  void tellsTheInstancesOfAPartApart(String one, String two) {
    Map<String, String> first = new HashMap<>(environment(one));
    Map<String, String> second = new HashMap<>(environment(two));
    String instance =
        one.startsWith("gate") ? "ACTONCE_GATE_INSTANCE" : "ACTONCE_EXECUTOR_INSTANCE";

    assertThat(first.remove(instance)).isEqualTo(one);
    assertThat(second.remove(instance)).isEqualTo(two);
    assertThat(first).isEqualTo(second);
    assertThat(texts(service(one), "command")).isEqualTo(texts(service(two), "command"));
  }

  @Test
  void givesEachBrokerItsPlaceInOneCluster() {
    Map<String, String> voters = new TreeMap<>();
    Set<String> clusters = new HashSet<>();
    for (String name : List.of("kafka-1", "kafka-2", "kafka-3")) {
      Map<String, String> environment = environment(name);
      voters.put(requireNonNull(environment.get("KAFKA_NODE_ID")), name);
      clusters.add(
          environment.get("CLUSTER_ID") + environment.get("KAFKA_CONTROLLER_QUORUM_VOTERS"));
      String advertised = requireNonNull(environment.get("KAFKA_ADVERTISED_LISTENERS"));
      String port = texts(service(name), "ports").get(0).replaceAll(".*:", "");
      assertThat(advertised)
          .isEqualTo("INTERNAL://%s:9092,HOST://localhost:%s".formatted(name, port));
    }
    assertThat(clusters).hasSize(1);
    String expected =
        voters.entrySet().stream()
            .map(voter -> voter.getKey() + "@" + voter.getValue() + ":9093")
            .collect(Collectors.joining(","));
    assertThat(clusters.iterator().next()).endsWith(expected);
    assertThat(environment("kafka-1").get("CLUSTER_ID")).matches("[A-Za-z0-9_-]{22}");
    assertThat(service("kafka-1").get("image").text())
        .isEqualTo("apache/kafka:" + property("kafka.version"));
  }

  @Test
  void runsTheRegistryThatTheTestsUse() {
    assertThat(service("registry").get("image").text())
        .endsWith(":" + property("apicurio.version"));
    assertThat(environment("gate-1").get("ACTONCE_SCHEMA_REGISTRY_URL"))
        .isEqualTo("http://registry:8080/apis/ccompat/v7");
  }

  @Test
  void offersTheDemosToolAtTheProvider() {
    Catalog catalog = Catalog.load(Path.of("ops/docker/tools.yaml"));
    URI charges = URI.create("http://provider:9300/charges");

    assertThat(catalog.actions()).containsExactly(DemoCatalog.ACTION);
    assertThat(catalog.require(DemoCatalog.ACTION).policy())
        .isEqualTo(DemoCatalog.of(charges).require(DemoCatalog.ACTION).policy());
    assertThat(texts(service("provider"), "command")).contains("--port=9300", "--host=0.0.0.0");
  }

  @Test
  void scrapesEachPartWhereItShowsItsMetrics() {
    Yaml prometheus = Yaml.of(Path.of("ops/prometheus/prometheus.yml"));
    Set<String> targets = new TreeSet<>();
    prometheus.get("scrape_configs").items().stream()
        .filter(job -> !job.get("job_name").text().equals("prometheus"))
        .forEach(
            job ->
                job.get("static_configs")
                    .items()
                    .forEach(config -> targets.addAll(config.get("targets").texts())));
    Set<String> shown =
        ours()
            .filter(name -> environment(name).containsKey("ACTONCE_METRICS_PORT"))
            .map(name -> name + ":" + environment(name).get("ACTONCE_METRICS_PORT"))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(targets).isEqualTo(shown).hasSize(4);
    assertThat(prometheus.get("rule_files").texts()).containsExactly("rules/*.yml");
    assertThat(texts(service("prometheus"), "command"))
        .contains("--config.file=/etc/prometheus/prometheus.yml");
  }

  @Test
  void provisionsGrafanaWithPrometheusAndTheDashboards() {
    Path provisioning = Path.of("ops/grafana/provisioning");
    Yaml datasource =
        Yaml.of(provisioning.resolve("datasources/prometheus.yaml"))
            .get("datasources")
            .items()
            .get(0);
    Yaml provider =
        Yaml.of(provisioning.resolve("dashboards/actonce.yaml")).get("providers").items().get(0);
    String dashboards = provider.get("options").get("path").text();

    assertThat(datasource.get("uid").text()).isEqualTo("prometheus");
    assertThat(datasource.get("url").text()).isEqualTo("http://prometheus:9090");
    assertThat(texts(service("grafana"), "volumes"))
        .contains("./ops/grafana/dashboards:" + dashboards + ":ro")
        .contains("./ops/grafana/provisioning:/etc/grafana/provisioning:ro");
    assertThat(environment("grafana").get("GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"))
        .isEqualTo(dashboards + "/actonce.json");
  }

  @Test
  void buildsOurImageFromSourceWithoutRootAndCompiler() throws IOException {
    List<String> lines = Files.readAllLines(DOCKERFILE);
    List<String> bases =
        lines.stream()
            .filter(line -> line.startsWith("FROM "))
            .map(line -> line.split(" ", -1)[1])
            .toList();

    assertThat(bases).hasSize(2).allSatisfy(base -> assertThat(base).matches(PINNED));
    assertThat(bases.get(1)).contains("17").contains("-jre");
    assertThat(lines)
        .filteredOn(line -> line.startsWith("USER "))
        .containsExactly("USER 10001:10001");
    for (String name : (Iterable<String>) ours()::iterator) {
      assertThat(service(name).get("build").get("dockerfile").text())
          .isEqualTo(DOCKERFILE.toString());
    }
    List<String> ignored = Files.readAllLines(Path.of(".dockerignore"));
    for (String line : lines) {
      if (line.startsWith("COPY ") && !line.contains("--from=")) {
        String source = line.split(" ", -1)[1];
        assertThat(Path.of(source)).exists();
        assertThat(ignored).contains("!" + source);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"200,0", "503,1", "404,1"})
  void asksForHealthOverHttp(int status, int exitCode) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    server.createContext(
        "/health/ready",
        exchange -> {
          try (exchange) {
            exchange.sendResponseHeaders(status, -1);
          }
        });
    server.start();
    try {
      assertThat(health(server.getAddress().getPort())).isEqualTo(exitCode);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void takesAClosedPortForUnhealthy() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    int port = server.getAddress().getPort();
    server.stop(0);

    assertThat(health(port)).isNotZero();
  }

  private static int health(int port) throws IOException, InterruptedException {
    Process check =
        new ProcessBuilder("ops/docker/healthcheck", Integer.toString(port), "/health/ready")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(check.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return check.exitValue();
  }

  private static Yaml service(String name) {
    return requireNonNull(SERVICES.get(name));
  }

  private static boolean isOneShot(String name) {
    return service(name).get("restart").text().equals("no");
  }

  private static Map<String, String> dependencies(String name) {
    Map<String, String> conditions = new TreeMap<>();
    service(name)
        .find("depends_on")
        .ifPresent(
            all ->
                all.members()
                    .forEach((other, how) -> conditions.put(other, how.get("condition").text())));
    return conditions;
  }

  private static Set<String> reachable(String name) {
    Set<String> found = new HashSet<>();
    List<String> open = new ArrayList<>(dependencies(name).keySet());
    while (!open.isEmpty()) {
      String next = open.remove(open.size() - 1);
      if (found.add(next)) {
        open.addAll(dependencies(next).keySet());
      }
    }
    return found;
  }

  private static Map<String, String> environment(String name) {
    Map<String, String> environment = new TreeMap<>();
    service(name)
        .find("environment")
        .ifPresent(
            all -> all.members().forEach((key, value) -> environment.put(key, value.text())));
    return environment;
  }

  private static List<String> texts(Yaml service, String member) {
    return service.find(member).map(Yaml::texts).orElse(List.of());
  }

  private static String property(String name) {
    try {
      Matcher found =
          Pattern.compile("<" + name + ">([^<]+)<").matcher(Files.readString(Path.of("pom.xml")));
      assertThat(found.find()).isTrue();
      return found.group(1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
