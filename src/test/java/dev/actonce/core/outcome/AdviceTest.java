package dev.actonce.core.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.SafetyClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** No advice may talk a language model into a second effect. */
class AdviceTest {
  private static final String WARNING = "Do not use a new intentId";

  static Stream<Arguments> everyStatusOfEverySafetyClass() {
    return Stream.of(OutcomeStatus.values())
        .flatMap(
            status -> Stream.of(SafetyClass.values()).map(safety -> Arguments.of(status, safety)));
  }

  @ParameterizedTest
  @MethodSource("everyStatusOfEverySafetyClass")
  void advisesOnEveryStatusOfEverySafetyClass(OutcomeStatus status, SafetyClass safety) {
    assertThat(advice(status, safety))
        .allSatisfy(text -> assertThat(text).isNotBlank().endsWith("."));
  }

  @ParameterizedTest
  @EnumSource(SafetyClass.class)
  void neverSuggestsANewIntentForAnOpenKey(SafetyClass safety) {
    List<String> open = new ArrayList<>(advice(OutcomeStatus.UNKNOWN, safety));
    open.addAll(advice(OutcomeStatus.IN_PROGRESS, safety));

    assertThat(open)
        .allSatisfy(
            text ->
                assertThat(text.replace(WARNING, "").toLowerCase(Locale.ROOT))
                    .doesNotContain(
                        "intentid", "new intent", "another intent", "different", "own"));
  }

  @ParameterizedTest
  @EnumSource(SafetyClass.class)
  void warnsOfANewIntentIdInDoubt(SafetyClass safety) {
    assertThat(Advice.unknown(safety)).contains("may have gone through").contains(WARNING);
  }

  @Test
  void sendsAnUnsafeDoubtToAPerson() {
    assertThat(Advice.unknown(SafetyClass.UNSAFE)).contains("person");
  }

  @Test
  void neverPromisesThatAStaleIntentDidNotRun() {
    assertThat(Advice.STALE).contains("Check with the target system").doesNotContain("again");
  }

  @ParameterizedTest
  @EnumSource(OutcomeStatus.class)
  void letsAgentsWaitOnlyForWhatIsNotFinal(OutcomeStatus status) {
    assertThat(status.isFinal())
        .isEqualTo(status != OutcomeStatus.UNKNOWN && status != OutcomeStatus.IN_PROGRESS);
  }

  private static List<String> advice(OutcomeStatus status, SafetyClass safety) {
    return switch (status) {
      case SUCCEEDED -> List.of(Advice.SUCCEEDED);
      case FAILED -> List.of(Advice.FAILED);
      case UNKNOWN -> List.of(Advice.unknown(safety));
      case ALREADY_DONE -> List.of(Advice.ALREADY_DONE, Advice.ALREADY_DONE_LOOP);
      case IN_PROGRESS -> List.of(Advice.IN_PROGRESS, Advice.IN_PROGRESS_LOOP);
      case CONFLICT -> List.of(Advice.CONFLICT);
      case REJECTED -> List.of(Advice.REJECTED, Advice.STALE);
    };
  }
}
