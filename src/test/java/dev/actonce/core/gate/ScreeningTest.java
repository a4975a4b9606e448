package dev.actonce.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.IntentTimes;
import dev.actonce.core.KeyChoice;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.Scope;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.outcome.OutcomeEvent;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScreeningTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void saysWhichKindOfMistakeLeftTheIntentWithoutAKey() {
    KeyPolicy amount =
        new KeyPolicy(KeyChoice.AUTO, List.of("amount"), Set.of(), Set.of(), Set.of());
    KeyPolicy toolCall =
        new KeyPolicy(KeyChoice.TOOL_CALL, List.of(), Set.of(), Set.of(), Set.of());

    assertThat(codeOf(intent("acme", "{}"), amount)).isEqualTo("MISSING_IDENTITY");
    assertThat(codeOf(intent("acme", "{}"), toolCall)).isEqualTo("MISSING_ID");
    assertThat(codeOf(intent("\ud800", "{}"), KeyPolicy.AUTO)).isEqualTo("INVALID_INTENT");
    assertThat(codeOf(intent("acme", "["), KeyPolicy.AUTO)).isEqualTo("INVALID_ARGUMENTS");
  }

  @Test
  void acceptsIdsUpToTheirBoundAndCutsLongerOnes() {
    assertThat(Screening.screenForm(intent("x".repeat(Limits.ID_BYTES), "{}"), NOW)).isEmpty();
    assertThat(Screening.screenForm(intent("\u20ac".repeat(341), "{}"), NOW)).isEmpty();

    OutcomeEvent refused =
        Screening.screenForm(intent("\u20ac".repeat(342), "{}"), NOW).orElseThrow().outcome();

    assertThat(refused.answer().errorMessage()).startsWith("tenant is longer than 1024 bytes");
    assertThat(refused.about().scope().tenant()).isEqualTo("\u20ac".repeat(341));
  }

  @ParameterizedTest
  @CsvSource({
    "1764494102, looks like seconds",
    "1764494102000000, looks like microseconds",
    "1764494102000000000, looks like nanoseconds",
    "0, 2000 to 2199",
    "-62135596800000, 2000 to 2199",
    "253402300799000, 2000 to 2199",
    "9223372036854775807, 2000 to 2199",
    "-9223372036854775808, 2000 to 2199",
  })
  void refusesTimesThatCannotBeMeantAndNamesTheirUnit(long millis, String hint) {
    Instant time = Instant.ofEpochMilli(millis);
    ActionIntent plain = intent("acme", "{}");

    for (ActionIntent intent : List.of(timed(plain, time, null), timed(plain, null, time))) {
      OutcomeEvent refused = Screening.screenForm(intent, NOW).orElseThrow().outcome();
      assertThat(refused.answer().errorCode()).isEqualTo("INVALID_INTENT");
      assertThat(refused.answer().errorMessage())
          .startsWith(intent.issuedAt() == null ? "deadline" : "issuedAt")
          .contains(hint)
          .contains("send whole milliseconds")
          .doesNotContain("clock");
    }
  }

  @Test
  void takesTimesFromTheFirstToTheLastThatAreMeant() {
    ActionIntent plain = intent("acme", "{}");
    Instant last = IntentTimes.END.minusMillis(1);

    assertThat(Screening.screenForm(timed(plain, IntentTimes.EARLIEST, last), NOW)).isEmpty();
    assertThat(Screening.screenForm(timed(plain, null, IntentTimes.END), NOW)).isPresent();
    assertThat(Screening.screenForm(timed(plain, Instant.MIN, Instant.MAX), NOW)).isPresent();
  }

  private static ActionIntent timed(
      ActionIntent intent, @Nullable Instant issuedAt, @Nullable Instant deadline) {
    return ActionIntent.of(intent.requestId(), intent.scope(), intent.action(), intent.arguments())
        .withIssuedAt(issuedAt)
        .withDeadline(deadline);
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
    return ActionIntent.of("r1", Scope.ofTenant(tenant), "pay", arguments);
  }
}
