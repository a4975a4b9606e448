package dev.actonce.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.KeyChoice;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogTest {
  private static final String FULL =
      """
      tools:
        charge_card:
          description: Charges a card.
          safety: keyed
          key: intent
          identity: [customer_id, amount, currency]
          sets: [tags]
          instants: [due]
          window: 5m
          memory: 2d
          arguments:
            type: object
            required: [customer_id, amount]
            properties:
              customer_id: { type: string }
              amount: { type: number, minimum: 1 }
              currency: { enum: [EUR, USD] }
              tags: { type: array, items: { type: string } }
              due: { type: string }
          provider_key_ttl: 72h
          retry: { attempts: 3, backoff: 100ms..2s }
          max_in_flight: 8
          http:
            method: POST
            url: http://localhost:9300/charges
            key_header: Idempotency-Key
            headers: { Authorization: Bearer secret, X-Version: 2 }
            timeout: 20s
            not_executed: [400, 402]
            reference: $.id
            version: http_2
            lookup:
              method: GET
              url: "http://localhost:9300/charges?key={provider_key}"
              found: "$.data[0]"
              lag: 7s
      """;

  @Test
  void readsEverySetting() {
    Tool tool = Catalog.parse(FULL, "tools.yaml").require("charge_card");
    ToolPolicy policy = tool.policy();

    assertThat(tool.description()).isEqualTo("Charges a card.");
    assertThat(policy.safety()).isEqualTo(SafetyClass.KEYED);
    assertThat(policy.key().choice()).isEqualTo(KeyChoice.INTENT);
    assertThat(policy.key().identity()).containsExactly("customer_id", "amount", "currency");
    assertThat(policy.key().sets()).containsExactly("tags");
    assertThat(policy.key().instants()).containsExactly("due");
    assertThat(policy.key().numbers()).containsExactly("amount");
    assertThat(policy.memory())
        .isEqualTo(new ToolPolicy.Memory(Duration.ofMinutes(5), Duration.ofDays(2)));
    assertThat(policy.execution().retry().attempts()).isEqualTo(3);
    assertThat(policy.execution().retry().minBackoff()).isEqualTo(Duration.ofMillis(100));
    assertThat(policy.execution().retry().maxBackoff()).isEqualTo(Duration.ofSeconds(2));
    assertThat(policy.execution().callTimeout()).isEqualTo(Duration.ofSeconds(20));
    assertThat(policy.execution().maxInFlight()).isEqualTo(8);
    assertThat(policy.execution().providerKeyTtl()).isEqualTo(Duration.ofHours(72));
    assertThat(policy.execution().lookupLag()).isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void readsTheHttpBlock() {
    HttpSpec http = Catalog.parse(FULL, "tools.yaml").require("charge_card").http().orElseThrow();

    assertThat(http.target().method()).isEqualTo("POST");
    assertThat(http.target().version()).isEqualTo(HttpClient.Version.HTTP_2);
    assertThat(http.target().headers()).containsEntry("X-Version", "2");
    assertThat(http.keyHeader()).isEqualTo("Idempotency-Key");
    assertThat(http.notExecuted()).containsExactlyInAnyOrder(400, 402);
    assertThat(http.reference()).isEqualTo("$.id");
    LookupSpec lookup = http.lookup().orElseThrow();
    assertThat(lookup.found()).isEqualTo("$.data[0]");
    assertThat(lookup.target().headers()).containsKey("Authorization");
  }

  @Test
  void neverPrintsHeaderValues() {
    assertThat(Catalog.parse(FULL, "tools.yaml").require("charge_card").toString())
        .contains("Authorization")
        .doesNotContain("secret");
  }

  @Test
  void usesDefaultsForAllButSafety() {
    ToolPolicy policy =
        Catalog.parse("tools: { get_quote: { safety: read_only } }", "t")
            .require("get_quote")
            .policy();

    assertThat(policy.key().choice()).isEqualTo(KeyChoice.AUTO);
    assertThat(policy.memory()).isEqualTo(ToolPolicy.Memory.DEFAULT);
    assertThat(policy.execution()).isEqualTo(ToolPolicy.Execution.DEFAULT);
  }

  @Test
  void letsAJavaToolDeclareTimeoutAndLookupLag() {
    ToolPolicy.Execution execution =
        Catalog.parse("tools: { pay: { safety: lookup, lookup_lag: 0s, timeout: 90s } }", "t")
            .require("pay")
            .policy()
            .execution();

    assertThat(execution.callTimeout()).isEqualTo(Duration.ofSeconds(90));
    assertThat(execution.lookupLag()).isEqualTo(Duration.ZERO);
  }

  @Test
  void hashesTheMeaningNotTheSpelling() {
    String plain = "tools: { pay: { safety: unsafe, window: 300s, identity: [a, b] } }";
    String reworded =
        """
        tools:
          pay:
            identity: [b, a]
            description: x
            window: 5m
            memory: 24h
            safety: unsafe
        """;

    assertThat(hash(plain)).isEqualTo(hash(reworded)).hasSize(64);
  }

  @Test
  void hashesADifferentMeaningDifferently() {
    assertThat(hash("tools: { pay: { safety: unsafe } }"))
        .isNotEqualTo(hash("tools: { pay: { safety: unsafe, window: 301s } }"));
  }

  /** Contract records and claims hold these hashes: a new setting must not change an old tool's. */
  @Test
  void keepsTheHashesOfEarlierReleases() {
    assertThat(hash("tools: { pay: { safety: unsafe } }"))
        .isEqualTo("c081827e45fdfa3ef797bb9fa46080b73838aef6e4c5732beac02dac7d419103");
    assertThat(
            hash(
                "tools: { pay: { safety: keyed, window: 301s, memory: 2d, identity: [a, b],"
                    + " retry: { attempts: 3, backoff: 100ms..2s } } }"))
        .isEqualTo("8e113401f04452e495004026b16e7c998d7856251abcecf0c9f1faeb90909201");
  }

  @Test
  void readsTheBoundOfRepeatedResultsAndLeavesItOutOfTheHash() {
    String bounded = "tools: { pay: { safety: unsafe, result_max: 1MiB } }";

    assertThat(Catalog.parse(bounded, "t").require("pay").policy().memory().resultMaxBytes())
        .isEqualTo(1024 * 1024);
    assertThat(
            Catalog.parse("tools: { pay: { safety: unsafe } }", "t")
                .require("pay")
                .policy()
                .memory()
                .resultMaxBytes())
        .isEqualTo(64 * 1024);
    assertThat(hash(bounded)).isEqualTo(hash("tools: { pay: { safety: unsafe } }"));
  }

  @Test
  void refusesABoundOfResultsThatNoRecordHolds() {
    assertThatThrownBy(
            () -> Catalog.parse("tools: { pay: { safety: unsafe, result_max: 2MiB } }", "t"))
        .hasMessageContaining("result_max")
        .hasMessageContaining("64KiB")
        .hasMessageContaining("at most 1024KiB");
  }

  @Test
  void keepsTheHashWhenACredentialChanges() {
    assertThat(Catalog.parse(FULL, "t").require("charge_card").policy().hash())
        .isEqualTo(
            Catalog.parse(FULL.replace("secret", "other"), "t")
                .require("charge_card")
                .policy()
                .hash());
  }

  @Test
  void namesTheNearestToolForAnUnknownAction() {
    Catalog catalog = Catalog.parse(FULL, "tools.yaml");

    assertThat(catalog.find("charge_crad")).isEmpty();
    assertThat(catalog.nearest("charge_crad")).contains("charge_card");
    assertThat(catalog.nearest("send_mail")).isEmpty();
    assertThatThrownBy(() -> catalog.require("charge_crad"))
        .isInstanceOfSatisfying(
            ActOnceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_ACTION))
        .hasMessageContaining("did you mean 'charge_card'?");
  }

  @Test
  void findsTheLongestMemory() {
    assertThat(Catalog.parse(FULL, "tools.yaml").longestMemory()).isEqualTo(Duration.ofHours(72));
  }

  @Test
  void isBuiltFromJavaToo() {
    Catalog catalog = Catalog.of(Tool.of(ToolPolicy.of("pay", SafetyClass.UNSAFE)));

    assertThat(catalog.actions()).containsExactly("pay");
  }

  @Test
  void refusesTheSameToolTwiceFromJava() {
    Tool tool = Tool.of(ToolPolicy.of("pay", SafetyClass.UNSAFE));

    assertThatThrownBy(() -> Catalog.of(tool, tool)).hasMessageContaining("'pay' twice");
  }

  @Test
  void loadsAFile(@TempDir Path dir) throws Exception {
    Path file = Files.writeString(dir.resolve("tools.yaml"), FULL);

    assertThat(Catalog.load(file).actions()).containsExactly("charge_card");
  }

  @Test
  void namesAFileThatItCannotRead(@TempDir Path dir) {
    assertThatThrownBy(() -> Catalog.load(dir.resolve("nope.yaml")))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("nope.yaml")
        .hasMessageContaining("check the path");
  }

  private static String hash(String yaml) {
    return Catalog.parse(yaml, "t").require("pay").policy().hash();
  }
}
