package dev.actonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultRulesTest {
  @Test
  void readsEverySettingOfARule() {
    FaultPlan plan =
        FaultPlan.parse(
            """
            - { fault: delay, delay: 3s, contains: invoice-7, methods: [post], times: 2, share: 0.5 }
            - fault: reset
            """);

    assertThat(plan.rules())
        .containsExactly(
            new FaultRule(Fault.DELAY, "invoice-7", Set.of("POST"), 2, 0.5, Duration.ofSeconds(3)),
            FaultRule.once(Fault.RESET, ""));
  }

  @Test
  void readsJson() {
    assertThat(FaultPlan.parse("[{\"fault\":\"cut_body\"}]").rules())
        .containsExactly(FaultRule.once(Fault.CUT_BODY, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{fault: rest}]|no fault 'rest'; did you mean 'reset'",
        "[{fault: reset, tmies: 2}]|no setting 'tmies'; did you mean 'times'",
        "[{times: 2}]|each rule is an object with 'fault'",
        "{fault: reset}|it must be a list of rules",
        "[{fault: delay}]|needs a delay",
        "[{fault: delay, delay: soon}]|is no time",
        "[{fault: reset, times: 0}]|times must be 1",
        "[{fault: reset, share: 2}]|share must be above 0",
        "[{fault: |neither YAML nor JSON"
      })
  void saysWhatIsWrong(String plan, String message) {
    assertThatThrownBy(() -> FaultPlan.parse(plan))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining(message);
  }

  @Test
  void usesTheFirstRuleThatMatchesAndIsNotUsedUp() {
    Injections injections =
        new Injections(
            FaultPlan.parse(
                "[{fault: reset, contains: a}, {fault: cut_body, times: 2}, {fault: delay, delay: 1s}]"),
            1);

    assertThat(injections.choose("POST", "b").fault()).isEqualTo(Fault.CUT_BODY);
    assertThat(injections.choose("POST", "a").fault()).isEqualTo(Fault.RESET);
    assertThat(injections.choose("POST", "a").fault()).isEqualTo(Fault.CUT_BODY);
    assertThat(injections.choose("POST", "a").fault()).isEqualTo(Fault.DELAY);
    assertThat(injections.choose("POST", "a").fault()).isEqualTo(Fault.PASS);
    assertThat(injections.choose("GET", "a").about()).isEmpty();
  }
}
