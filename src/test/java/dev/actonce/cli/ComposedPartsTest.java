package dev.actonce.cli;

import static dev.actonce.cli.Composition.environment;
import static dev.actonce.cli.Composition.ours;
import static dev.actonce.cli.Composition.property;
import static dev.actonce.cli.Composition.service;
import static dev.actonce.cli.Composition.texts;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.catalog.Catalog;
import dev.actonce.lab.demo.DemoCatalog;
import dev.actonce.testing.Yaml;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the composition runs fits together: brokers, registry, tool, Prometheus and Grafana. */
class ComposedPartsTest {
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
}
