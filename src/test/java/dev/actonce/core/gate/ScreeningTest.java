package dev.actonce.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.KeyChoice;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.Scope;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.outcome.OutcomeEvent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScreeningTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void saysWhichKindOfMistakeLeftTheIntentWithoutAKey() {
    KeyPolicy amount =
        new KeyPolicy(KeyChoice.AUTO, List.of("amount"), Set.of(), Set.of(), Set.of());
    KeyPolicy toolCall =
        new KeyPolicy(KeyChoice.TOOL_CALL, List.of(), Set.of(), Set.of(), Set.of());

    assertThat(codeOf(intent("acme", "{}"), amount)).isEqualTo("INVALID_ARGUMENTS");
    assertThat(codeOf(intent("acme", "{}"), toolCall)).isEqualTo("MISSING_ID");
    assertThat(codeOf(intent("\ud800", "{}"), KeyPolicy.AUTO)).isEqualTo("INVALID_INTENT");
    assertThat(codeOf(intent("acme", "["), KeyPolicy.AUTO)).isEqualTo("INVALID_ARGUMENTS");
  }

  @Test
  void acceptsIdsUpToTheirBoundAndCutsLongerOnes() {
    assertThat(Screening.screenSize(intent("x".repeat(Limits.ID_BYTES), "{}"), NOW)).isEmpty();
    assertThat(Screening.screenSize(intent("\u20ac".repeat(341), "{}"), NOW)).isEmpty();

    OutcomeEvent refused =
        Screening.screenSize(intent("\u20ac".repeat(342), "{}"), NOW).orElseThrow().outcome();

    assertThat(refused.answer().errorMessage()).startsWith("tenant is longer than 1024 bytes");
    assertThat(refused.about().scope().tenant()).isEqualTo("\u20ac".repeat(341));
  }

  private static String codeOf(ActionIntent intent, KeyPolicy key) {
    ToolPolicy policy =
        new ToolPolicy(
            "pay",
            SafetyClass.KEYED,
            key,
            ToolPolicy.Memory.DEFAULT,
            ToolPolicy.Execution.DEFAULT,
            "test");
    Screening.Refused refused = (Screening.Refused) Screening.screen(intent, policy, NOW);
    return String.valueOf(refused.outcome().answer().errorCode());
  }

  private static ActionIntent intent(String tenant, String arguments) {
    return new ActionIntent(
        "r1", Scope.ofTenant(tenant), "pay", null, null, arguments, null, null, Map.of());
  }
}
