package dev.actonce.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Hashes that earlier versions computed: they stand in live claims and contract records, so a new
 * setting must not change the hash of a policy that does not use it.
 */
class PolicyHashTest {
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
  void leavesOutHowManyDoubtsAreKept() {
    assertThat(hash("tools: { pay: { safety: unsafe, max_unknown: 7 } }"))
        .isEqualTo(hash("tools: { pay: { safety: unsafe } }"));
  }

  private static String hash(String yaml) {
    return Catalog.parse(yaml, "t").require("pay").policy().hash();
  }
}
