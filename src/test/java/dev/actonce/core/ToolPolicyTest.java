package dev.actonce.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolPolicyTest {
  @Test
  void remembersByKeyKind() {
    ToolPolicy policy = ToolPolicy.of("pay", SafetyClass.UNSAFE);

    assertThat(policy.horizon(KeyKind.FINGERPRINT)).isEqualTo(Duration.ofSeconds(300));
    assertThat(policy.horizon(KeyKind.INTENT)).isEqualTo(Duration.ofHours(24));
    assertThat(policy.horizon(KeyKind.TOOL_CALL)).isEqualTo(Duration.ofHours(24));
  }

  @Test
  void retainsEntriesAsLongAsTheProviderHonoursTheirKey() {
    assertThat(withKeyTtl(SafetyClass.KEYED, Duration.ofDays(30)).retention())
        .isEqualTo(Duration.ofDays(30));
  }

  @Test
  void retainsEntriesForTheLongestHorizonOtherwise() {
    assertThat(withKeyTtl(SafetyClass.KEYED, Duration.ofHours(1)).retention())
        .isEqualTo(Duration.ofHours(24));
    assertThat(withKeyTtl(SafetyClass.UNSAFE, Duration.ofDays(30)).retention())
        .isEqualTo(Duration.ofHours(24));
  }

  @Test
  void refusesALookUpToolWithoutALookUp() {
    assertThatThrownBy(() -> ToolPolicy.of("pay", SafetyClass.LOOKUP))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("http.lookup");
  }

  /** Class of the claim, class of the catalog now, whether there is a look-up: what holds. */
  @ParameterizedTest
  @CsvSource({
    "KEYED,      KEYED,      false, KEYED",
    "UNSAFE,     IDEMPOTENT, false, UNSAFE",
    "UNSAFE,     KEYED,      true,  UNSAFE",
    "LOOKUP,     READ_ONLY,  true,  LOOKUP",
    "LOOKUP,     KEYED,      true,  LOOKUP",
    "LOOKUP,     KEYED,      false, UNSAFE",
    "KEYED,      IDEMPOTENT, true,  LOOKUP",
    "KEYED,      IDEMPOTENT, false, UNSAFE",
    "IDEMPOTENT, KEYED,      true,  LOOKUP",
    "IDEMPOTENT, READ_ONLY,  false, IDEMPOTENT",
    "READ_ONLY,  UNSAFE,     false, UNSAFE",
    "KEYED,      LOOKUP,     true,  LOOKUP"
  })
  void holdsAClaimToTheStricterOfItsClassAndTheCatalogs(
      SafetyClass recorded, SafetyClass current, boolean hasLookup, SafetyClass held) {
    ToolPolicy policy =
        new ToolPolicy(
            "pay",
            current,
            KeyPolicy.AUTO,
            ToolPolicy.Memory.DEFAULT,
            new ToolPolicy.Execution(
                RetryPolicy.DEFAULT,
                Duration.ofSeconds(30),
                1,
                Duration.ofHours(24),
                hasLookup ? Duration.ofSeconds(5) : null),
            "test-policy");

    assertThat(policy.heldTo(recorded).safety()).isEqualTo(held);
  }

  private static ToolPolicy withKeyTtl(SafetyClass safety, Duration ttl) {
    return new ToolPolicy(
        "pay",
        safety,
        KeyPolicy.AUTO,
        ToolPolicy.Memory.DEFAULT,
        new ToolPolicy.Execution(RetryPolicy.DEFAULT, Duration.ofSeconds(30), 1, ttl, null),
        "test-policy");
  }
}
