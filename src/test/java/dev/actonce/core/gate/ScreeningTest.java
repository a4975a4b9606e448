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
import dev.actonce.testing.OneTool;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScreeningTest {
  private static final ToolPolicy PAY = ToolPolicy.of("pay", SafetyClass.KEYED);
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

  /** In a catalog of this tool alone, whose arguments never fit. */
  private record Strict(ToolPolicy policy) implements Screening.Rules {
    @Override
    public Optional<ToolPolicy> policy(String action) {
      return new OneTool(policy).policy(action);
    }

    @Override
    public Optional<String> nearest(String action) {
      return Optional.of(policy.action());
    }

    @Override
    public Optional<String> violation(String action, String arguments) {
      return Optional.of("they do not fit");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "pay, {}, AUTO, SCHEMA_VIOLATION",
    "pay, [, AUTO, INVALID_ARGUMENTS",
    "pay, {}, TOOL_CALL, MISSING_ID",
    "charge, {}, AUTO, UNKNOWN_ACTION"
  })
  void asksTheSchemaBeforeAMissingIdentityIsRefusedAndAfterAllElse(
      String known, String arguments, KeyChoice choice, String code) {
    KeyPolicy key = new KeyPolicy(choice, List.of("amount"), Set.of(), Set.of(), Set.of());
    ActionIntent intent = intent("acme", arguments);

    OutcomeEvent refused = refusal(Screening.screen(intent, new Strict(policy(known, key)), NOW));

    assertThat(refused.answer().errorCode()).isEqualTo(code);
    assertThat(refused.key()).isNull();
  }

  @Test
  void repeatsTheKeyOfAnIntentWhoseArgumentsBreakTheSchema() {
    OutcomeEvent refused = refusal(Screening.screen(intent("acme", "{}"), new Strict(PAY), NOW));

    assertThat(refused.answer().errorCode()).isEqualTo("SCHEMA_VIOLATION");
    assertThat(refused.key()).isNotNull();
  }

  @Test
  void namesTheNearestActionInPlaceOfOneThatIsNotKnown() {
    Screening.Rules rules = new Strict(policy("pai", KeyPolicy.AUTO));

    assertThat(refusal(Screening.screen(intent("acme", "{}"), rules, NOW)).answer().errorMessage())
        .isEqualTo("no tool 'pay' in the catalog; the nearest one is 'pai'");
  }

  @Test
  void acceptsIdsUpToTheirBoundAndCutsLongerOnes() {
    assertThat(screen(intent("x".repeat(Limits.ID_BYTES), "{}")))
        .isInstanceOf(Screening.Passed.class);
    assertThat(screen(intent("\u20ac".repeat(341), "{}"))).isInstanceOf(Screening.Passed.class);

    OutcomeEvent refused = refusal(screen(intent("\u20ac".repeat(342), "{}")));

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
      OutcomeEvent refused = refusal(screen(intent));
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

    assertThat(screen(timed(plain, IntentTimes.EARLIEST, last)))
        .isInstanceOf(Screening.Passed.class);
    assertThat(screen(timed(plain, null, IntentTimes.END))).isInstanceOf(Screening.Refused.class);
    assertThat(screen(timed(plain, Instant.MIN, Instant.MAX)))
        .isInstanceOf(Screening.Refused.class);
  }

  private static ActionIntent timed(
      ActionIntent intent, @Nullable Instant issuedAt, @Nullable Instant deadline) {
    return ActionIntent.of(intent.requestId(), intent.scope(), intent.action(), intent.arguments())
        .withIssuedAt(issuedAt)
        .withDeadline(deadline);
  }

  private static String codeOf(ActionIntent intent, KeyPolicy key) {
    Screening screening = Screening.screen(intent, new OneTool(policy("pay", key)), NOW);
    return String.valueOf(refusal(screening).answer().errorCode());
  }

  private static ToolPolicy policy(String action, KeyPolicy key) {
    return new ToolPolicy(
        action,
        SafetyClass.KEYED,
        key,
        ToolPolicy.Memory.DEFAULT,
        ToolPolicy.Execution.DEFAULT,
        "test");
  }

  private static Screening screen(ActionIntent intent) {
    return Screening.screen(intent, new OneTool(PAY), NOW);
  }

  private static OutcomeEvent refusal(Screening screening) {
    assertThat(screening).isInstanceOf(Screening.Refused.class);
    return ((Screening.Refused) screening).outcome();
  }

  private static ActionIntent intent(String tenant, String arguments) {
    return ActionIntent.of("r1", Scope.ofTenant(tenant), "pay", arguments);
  }
}
