package dev.actonce.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hashes that earlier versions computed: they stand in live claims and contract records, so a new
 * setting must not change the hash of a policy that does not use it.
 */
class PolicyHashTest {
  private static final String BASE =
      "tools: { pay: { safety: unsafe, identity: [invoice, day], arguments: { type: object } } }";
  private static final String WITH_ARGUMENTS =
      """
      tools:
        pay:
          safety: keyed
          key: intent
          identity: [invoice, day]
          identity_optional: [day]
          sets: [items]
          instants: [day]
          arguments:
            type: object
            properties:
              invoice: { type: string }
              day: { type: string, format: date-time }
              items: { type: array, items: { type: integer } }
          http:
            method: PUT
            url: http://localhost:1/pay/{invoice}
            headers: { Authorization: secret }
            key_header: Idempotency-Key
            not_executed: [402, 422]
            reference: $.id
      """;

  /** What changes neither the calls nor which of them are made. */
  private static final Map<String, String> LEFT_OUT =
      Map.of(
          "description", with("description: pays"),
          "repeats", with("repeats: meant"),
          "result_max", with("result_max: 0B"),
          "max_unknown", with("max_unknown: 7"),
          "contract", with("contract: required"));

  private static final Map<String, String> HASHED =
      Map.ofEntries(
          Map.entry("safety", BASE.replace("unsafe", "idempotent")),
          Map.entry("key", with("key: tool_call")),
          Map.entry("identity", BASE.replace("[invoice, day]", "[invoice]")),
          Map.entry("identity_optional", with("identity_optional: [day]")),
          Map.entry("sets", with("sets: [items]")),
          Map.entry("instants", with("instants: [day]")),
          Map.entry("window", with("window: 10m")),
          Map.entry("memory", with("memory: 2d")),
          Map.entry("arguments", BASE.replace("type: object", "type: object, required: [day]")),
          Map.entry("provider_key_ttl", with("provider_key_ttl: 36h")),
          Map.entry("retry", with("retry: { attempts: 7 }")),
          Map.entry("max_in_flight", with("max_in_flight: 5")),
          Map.entry("timeout", with("timeout: 3s")),
          Map.entry("lookup_lag", with("lookup_lag: 5s")),
          Map.entry("http", with("http: { method: POST, url: 'http://localhost:1/pay' }")));

  @Test
  void hashesDefaultsAsBefore() {
    assertThat(hash("tools: { pay: { safety: unsafe } }"))
        .isEqualTo("c081827e45fdfa3ef797bb9fa46080b73838aef6e4c5732beac02dac7d419103");
  }

  @Test
  void hashesEverySettingOfTheExecutionAsBefore() {
    assertThat(
            hash(
                """
                tools:
                  pay:
                    safety: keyed
                    window: 10m
                    memory: 2d
                    provider_key_ttl: 36h
                    retry: { attempts: 7, backoff: 250ms..90s }
                    max_in_flight: 5
                    http:
                      method: POST
                      url: http://localhost:1/pay
                      key_header: Idempotency-Key
                      key_after_error: replays
                      timeout: 1500ms
                      lookup: { method: GET, url: "http://localhost:1/pay/{provider_key}", found: $.id, lag: 5s }
                """))
        .isEqualTo("21779966d0657c4cdf396a3f0459807064675735874459a566b14102b392be5e");
  }

  @Test
  void hashesArgumentsAndIdentityAsBefore() {
    assertThat(hash(WITH_ARGUMENTS))
        .isEqualTo("8071ba316660875648086c407d869ad795311d1475c6d974bf691ce70ed8ca4d");
  }

  /** A setting that is new must be put into one of the two lists. */
  @Test
  void decidesForEachSettingWhetherItIsPartOfTheMeaning() {
    Set<String> decided = new TreeSet<>(LEFT_OUT.keySet());
    decided.addAll(HASHED.keySet());

    assertThat(decided).isEqualTo(new TreeSet<>(ToolReader.SETTINGS));
  }

  @ParameterizedTest
  @MethodSource("leftOut")
  void leavesOutWhatProvesNothing(String yaml) {
    assertThat(hash(yaml)).isEqualTo(hash(BASE));
  }

  @ParameterizedTest
  @MethodSource("hashed")
  void changesWithTheMeaning(String yaml) {
    assertThat(hash(yaml)).isNotEqualTo(hash(BASE));
  }

  @Test
  void isDescribedByThePage() throws Exception {
    String page = Files.readString(Path.of("src/site/markdown/catalog.md"));
    int from = page.indexOf("`policyHash` covers all");

    assertThat(page.substring(from, page.indexOf("values of headers", from)))
        .contains(LEFT_OUT.keySet().stream().map(name -> "`" + name + "`").toList());
  }

  static Stream<String> leftOut() {
    return LEFT_OUT.values().stream();
  }

  static Stream<String> hashed() {
    return HASHED.values().stream();
  }

  private static String with(String setting) {
    return BASE.replace("{ safety: unsafe", "{ safety: unsafe, " + setting);
  }

  private static String hash(String yaml) {
    return Catalog.parse(yaml, "t").require("pay").policy().hash();
  }
}
