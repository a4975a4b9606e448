package dev.actonce.core.execution;

import static dev.actonce.core.execution.TestTool.MACHINE;
import static dev.actonce.core.execution.TestTool.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.Settlement;
import dev.actonce.core.Settlement.Source;
import dev.actonce.core.Settlement.Verdict;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which claim a settlement is for: key, claim id and generation, which names the provider key. */
class SettlementMatchTest {
  private static final String OTHER_KEY = "v1." + "z".repeat(43);

  @ParameterizedTest
  @CsvSource({
    "OPERATOR, claim-1, 1,  same,  true",
    "OPERATOR, claim-1, ,   same,  true",
    "OPERATOR, claim-1, 2,  same,  false",
    "OPERATOR, claim-2, 1,  same,  false",
    "OPERATOR, claim-1, 1,  other, false",
    "EVIDENCE, claim-1, 1,  same,  true",
    "EVIDENCE, claim-1, ,   same,  false",
    "EVIDENCE, claim-1, 2,  same,  false",
    "EVIDENCE, claim-2, 1,  same,  false",
    "EVIDENCE, claim-1, 1,  other, false"
  })
  void appliesOnlyToTheClaimAndGenerationThatItNames(
      Source source, String claimId, @Nullable Integer generation, String key, boolean applies) {
    Claim told = MACHINE.recover(TestTool.claim(), TestTool.UNSAFE.policy(), at(1)).claim();
    Settlement settlement =
        new Settlement(
            key.equals("same") ? TestTool.KEY : new IdempotencyKey(OTHER_KEY),
            claimId,
            generation,
            Settlement.Verdict.SUCCEEDED,
            "{}",
            null,
            source,
            "ann",
            null,
            at(2));

    assertThat(MACHINE.onSettlement(told, settlement, at(1), at(3)).isPresent()).isEqualTo(applies);
  }

  @ParameterizedTest
  @CsvSource({
    "NOT_EXECUTED, 4, false",
    "NOT_EXECUTED, 5, true",
    "NOT_EXECUTED, 6, true",
    "SUCCEEDED,    4, true",
  })
  void takesNotExecutedOnlyFromWhoKnewOfTheLatestDoubt(
      Verdict verdict, int writtenAt, boolean applies) {
    Claim told = MACHINE.recover(TestTool.claim(), TestTool.KEYED.policy(), at(1)).claim();
    Settlement settlement =
        Settlement.of(TestTool.KEY, "claim-1", verdict, Source.OPERATOR, "ann", at(writtenAt))
            .withAnswer(verdict == Verdict.SUCCEEDED ? "{}" : null, null);

    assertThat(MACHINE.onSettlement(told, settlement, at(5), at(7)).isPresent()).isEqualTo(applies);
  }

  @Test
  void datesTheDoubtThatWaitsForAPersonFromWhatAgentsWereTold() {
    Claim told = MACHINE.recover(TestTool.claim(), TestTool.UNSAFE.policy(), at(1)).claim();
    Decision waits = MACHINE.recover(told, TestTool.UNSAFE.policy(), at(9));
    Decision calls = MACHINE.recover(told, TestTool.KEYED.policy(), at(9));

    assertThat(ExecutionMachine.doubtedAt(waits, at(9))).isEqualTo(at(1));
    assertThat(ExecutionMachine.doubtedAt(calls, at(9))).isEqualTo(at(9));
  }
}
