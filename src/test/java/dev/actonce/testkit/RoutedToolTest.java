package dev.actonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.HttpSpec;
import dev.actonce.catalog.Tool;
import dev.actonce.core.ActOnceException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoutedToolTest {
  private static final String CATALOG =
      """
      tools:
        pay:
          safety: keyed
          window: 7m
          provider_key_ttl: 2h
          retry: { attempts: 2, backoff: 1s..10s }
          http:
            method: POST
            url: https://payments.example:8443/v1/pay?dry={order}
            key_header: Idempotency-Key
            not_executed: [402]
            timeout: 30s
            lookup: { url: "https://payments.example/v1/pay?key={provider_key}", found: $.id }
        quick:
          safety: keyed
          http: { method: POST, url: "http://payments.example", key_header: K, timeout: 1s }
        look:
          safety: read_only
          http: { method: GET, url: "http://payments.example" }
      """;

  @Test
  void leadsEveryRequestThroughTheProxyAndKeepsItsPath() {
    HttpSpec http = routed("pay").http().orElseThrow();

    assertThat(http.target().url().text()).isEqualTo("http://127.0.0.1:4711/v1/pay?dry={order}");
    assertThat(http.lookup().orElseThrow().target().url().text())
        .isEqualTo("http://127.0.0.1:4711/v1/pay?key={provider_key}");
    assertThat(routed("quick").http().orElseThrow().target().url().text())
        .isEqualTo("http://127.0.0.1:4711/");
  }

  @Test
  void shortensTimesOnlyAndKeepsTheHashOfTheCatalogsEntry() {
    Tool original = Catalog.parse(CATALOG, "test").require("pay");
    Tool routed = routed("pay");

    assertThat(routed.policy().execution().callTimeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(routed("quick").policy().execution().callTimeout()).isEqualTo(Duration.ofSeconds(1));
    assertThat(routed.policy().execution().retry().attempts()).isEqualTo(4);
    assertThat(routed.policy().execution().providerKeyTtl()).isEqualTo(Duration.ofHours(2));
    assertThat(routed.policy().memory()).isEqualTo(original.policy().memory());
    assertThat(routed.policy().key()).isEqualTo(original.policy().key());
    assertThat(routed.policy().hash()).isEqualTo(original.policy().hash());
    assertThat(routed.http().orElseThrow().notExecuted()).containsExactly(402);
  }

  @Test
  void refusesAContractThatCannotBeRun() {
    assertThatThrownBy(() -> ToolContract.ofText(CATALOG, "pai"))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("pay");
    assertThatThrownBy(() -> ToolContract.ofText(CATALOG, "look"))
        .hasMessageContaining("it is read_only, so it has no effect");
    assertThatThrownBy(() -> ToolContract.ofText(CATALOG, "pay").build())
        .hasMessageContaining("call target(..), arguments(..) and effects(..) first");
    assertThatThrownBy(
            () ->
                ToolContract.ofText("tools: { pay: { safety: keyed } }", "pay")
                    .target(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1))
                    .arguments(id -> Map.of("order", id))
                    .effects(id -> 0)
                    .build())
        .hasMessageContaining("call handler(..)");
    assertThatThrownBy(
            () ->
                ToolContract.ofText(CATALOG, "pay").target(URI.create("https://payments.example")))
        .hasMessageContaining("an address without TLS");
  }

  private static Tool routed(String action) {
    return RoutedTool.through(4711, Catalog.parse(CATALOG, "test").require(action));
  }
}
