package dev.actonce.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.catalog.ToolAudit.Gap;
import dev.actonce.catalog.ToolAudit.Kind;
import dev.actonce.catalog.ToolAudit.Weight;
import dev.actonce.core.SafetyClass;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolAuditTest {
  @ParameterizedTest
  @CsvSource({
    "READ_ONLY,READ_ONLY,true,,",
    "IDEMPOTENT,NATURALLY_IDEMPOTENT,false,true,true",
    "KEYED,SIDE_EFFECTING,false,true,false",
    "LOOKUP,SIDE_EFFECTING,false,true,false",
    "UNSAFE,SIDE_EFFECTING,false,true,false"
  })
  void sortsByTheSafetyClass(
      SafetyClass safety, Kind kind, boolean readOnly, Boolean destructive, Boolean idempotent) {
    ToolAudit audit =
        audit("{ safety: %s, lookup_lag: 1s }".formatted(safety.name().toLowerCase(Locale.ROOT)));

    assertThat(audit.kind()).isEqualTo(kind);
    assertThat(audit.hints()).isEqualTo(new ToolHints(readOnly, destructive, idempotent, true));
  }

  @Test
  void findsNothingMissingInACompleteTool() {
    ToolAudit audit =
        audit(
            """
            {
              description: Charges a card.,
              safety: keyed,
              identity: [customer],
              provider_key_ttl: 24h,
              arguments: { type: object, properties: { customer: { type: string } } },
              http: {
                url: "http://localhost/charges",
                key_header: Idempotency-Key,
                timeout: 10s,
                not_executed: [400],
                reference: $.id,
                lookup: { url: "http://localhost/charges?key={provider_key}", found: "$.data[0]" }
              }
            }
            """);

    assertThat(audit.gaps()).isEmpty();
  }

  @Test
  void findsTheKeyLifetimeThatIsOnlyAGuess() {
    String http = "http: { url: 'http://localhost', key_header: K, lookup: " + LOOKUP + " }";

    assertThat(gaps("{ safety: keyed, identity: [a], " + http + " }"))
        .singleElement()
        .satisfies(
            gap -> assertThat(gap.what()).contains("provider_key_ttl is not declared", "PT24H"));
    assertThat(gaps("{ safety: keyed, identity: [a], provider_key_ttl: 24h, " + http + " }"))
        .isEmpty();
  }

  @Test
  void takesAProfileForADeclaration() {
    assertThat(
            gaps(
                "{ safety: keyed, identity: [a], http: { url: 'http://localhost', profile: stripe,"
                    + " lookup: "
                    + LOOKUP
                    + " } }"))
        .isEmpty();
  }

  @Test
  void findsAProviderThatForgetsKeysAfterErrors() {
    assertThat(
            gaps(
                "{ safety: keyed, identity: [a], provider_key_ttl: 1h, http: { url:"
                    + " 'http://localhost', key_header: K, key_after_error: forgets } }"))
        .singleElement()
        .satisfies(gap -> assertThat(gap.what()).contains("forgets a key"))
        .satisfies(gap -> assertThat(gap.remedy()).isEqualTo("add http.lookup"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'http://localhost' | neither key nor look-up",
        "'http://localhost/{provider_key}' | although the request carries the provider key",
        "'http://localhost', lookup: " + LOOKUP + " | although it has a look-up"
      })
  void findsWhatLeavesDoubtsToAPerson(String url, String what) {
    assertThat(gaps("{ safety: unsafe, identity: [a], http: { url: " + url + " } }"))
        .singleElement()
        .satisfies(gap -> assertThat(gap.what()).contains(what));
  }

  @Test
  void findsAnIdentityThatIncludesFreeText() {
    assertThat(gaps("{ safety: lookup, lookup_lag: 1s }"))
        .singleElement()
        .satisfies(gap -> assertThat(gap.what()).contains("identity is not declared"));
    assertThat(gaps("{ safety: lookup, lookup_lag: 1s, key: intent }")).isEmpty();
  }

  @Test
  void advisesOnAnIdentityThatAnOpenSchemaDoesNotList() {
    String tool =
        "{ safety: read_only, identity: [order_id, buyer.id], arguments: { properties: { order: {},"
            + " buyer: {} }%s } }";

    assertThat(audit(tool.formatted("")).gaps())
        .filteredOn(gap -> gap.what().contains("identity names"))
        .singleElement()
        .satisfies(gap -> assertThat(gap.what()).contains("'order_id'"));
    assertThat(audit(tool.formatted(", allOf: [{}]")).gaps())
        .noneMatch(gap -> gap.what().contains("identity names"));
  }

  @Test
  void advisesWhereNothingIsAtRisk() {
    ToolAudit audit = audit("{ safety: read_only }");

    assertThat(audit.lacks(Weight.GAP)).isFalse();
    assertThat(audit.gaps())
        .extracting(Gap::remedy)
        .containsExactly(
            "declare http.timeout (or timeout, for a Java handler) above what the tool needs",
            "add arguments",
            "add description");
  }

  @Test
  void advisesOnWhatMakesDoubtsRarerAndAuditsEasier() {
    ToolAudit audit =
        audit(
            "{ safety: lookup, key: intent, http: { url: 'http://localhost', lookup: %s } }"
                .formatted(LOOKUP));

    assertThat(audit.gaps())
        .extracting(Gap::what)
        .anySatisfy(what -> assertThat(what).contains("not_executed is empty"))
        .anySatisfy(what -> assertThat(what).contains("http.reference is missing"));
  }

  @Test
  void remembersWhatTheCatalogDeclares() {
    assertThat(audit("{ safety: keyed, http: { url: 'http://localhost', key_header: K } }").tool())
        .satisfies(
            tool ->
                assertThat(tool.declared())
                    .containsExactlyInAnyOrder("safety", "http", "http.url", "http.key_header"));
  }

  private static final String LOOKUP = "{ url: 'http://localhost/{provider_key}', found: $ }";

  private static List<Gap> gaps(String tool) {
    return audit(tool).gaps().stream().filter(gap -> gap.weight() == Weight.GAP).toList();
  }

  private static ToolAudit audit(String tool) {
    return ToolAudit.of(Catalog.parse("tools: { it: " + tool + " }", "test").require("it"));
  }
}
