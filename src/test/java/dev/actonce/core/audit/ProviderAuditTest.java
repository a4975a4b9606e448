package dev.actonce.core.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.Scope;
import dev.actonce.core.Settlement;
import dev.actonce.core.audit.Discrepancy.Kind;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeEvent.About;
import dev.actonce.core.outcome.OutcomeEvent.Answer;
import dev.actonce.core.outcome.OutcomeEvent.History;
import dev.actonce.core.outcome.OutcomeEvent.Publisher;
import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProviderAuditTest {
  private static final AuditSettings UNBOUNDED =
      new AuditSettings(null, null, Set.of(), Integer.MAX_VALUE, Integer.MAX_VALUE);
  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
  private static final String A = "v1." + "A".repeat(43);
  private static final String B = "v1." + "B".repeat(43);

  private long line;

  @Test
  void agreesWhenEachSuccessHasItsOneEffect() {
    AuditReport report =
        audit(
            List.of(effect(A + "/1", "ch_1"), effect(B + "/1", "ch_2")),
            outcome(A, 1, OutcomeStatus.SUCCEEDED, "ch_1"),
            outcome(B, 1, OutcomeStatus.UNKNOWN, null),
            outcome(B, 1, OutcomeStatus.SUCCEEDED, "ch_2"));

    assertThat(report.isClean()).isTrue();
    assertThat(report.counts()).isEqualTo(new AuditReport.Counts(2, 0, 0, 2, 2, 0, 0));
    assertThat(report.escapedDuplicates()).isEqualTo(Map.of("charge", 0));
  }

  @Test
  void findsTwoReferencesForOneKey() {
    AuditReport report =
        audit(
            List.of(effect(A + "/1", "ch_1"), effect(A + "/1", "ch_2"), effect(A + "/1", "ch_3")),
            outcome(A, 1, OutcomeStatus.SUCCEEDED, "ch_2"));

    assertThat(report.count(Kind.ESCAPED_DUPLICATE)).isEqualTo(2);
    assertThat(report.escapedDuplicates()).isEqualTo(Map.of("charge", 2));
    assertThat(report.listed())
        .containsExactly(
            new Discrepancy(
                Kind.ESCAPED_DUPLICATE,
                "charge",
                A,
                1,
                List.of("ch_1", "ch_2", "ch_3"),
                List.of(1L, 2L, 3L)));
  }

  @Test
  void countsAnEffectThatIsToldTwiceOnce() {
    AuditReport report =
        audit(
            List.of(effect(A + "/1", "ch_1"), effect(A + "/1", "ch_1")),
            outcome(A, 1, OutcomeStatus.SUCCEEDED, "ch_1"));

    assertThat(report.isClean()).isTrue();
    assertThat(report.counts().repeatedLines()).isEqualTo(1);
  }

  @Test
  void countsManyEffectsOfOneKeyOnceEach() {
    List<Effect> runaway = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      runaway.add(effect(A + "/1", "ch_" + i % 100));
      runaway.add(effect(A + "/1", null));
    }
    AuditReport report = audit(runaway, outcome(A, 1, OutcomeStatus.SUCCEEDED, "ch_1"));

    assertThat(report.counts().effects()).isEqualTo(300);
    assertThat(report.counts().repeatedLines()).isEqualTo(100);
    assertThat(report.count(Kind.ESCAPED_DUPLICATE)).isEqualTo(299);
  }

  @Test
  void countsEachLineWithoutReferenceAsAnEffect() {
    AuditReport report =
        audit(
            List.of(effect(A + "/1", null), effect(A + "/1", null)),
            outcome(A, 1, OutcomeStatus.SUCCEEDED, null));

    assertThat(report.count(Kind.ESCAPED_DUPLICATE)).isEqualTo(1);
  }

  @Test
  void takesARepeatAfterTheHorizonForAWishOfItsOwn() {
    AuditReport report =
        audit(
            List.of(effect(A + "/1", "ch_1"), effect(A + "/2", "ch_2")),
            outcome(A, 1, OutcomeStatus.SUCCEEDED, "ch_1"),
            outcome(A, 2, OutcomeStatus.SUCCEEDED, "ch_2"));

    assertThat(report.isClean()).isTrue();
  }

  @Test
  void findsThatARetryRepeatedWhatHadNotFailed() {
    AuditReport report =
        audit(
            List.of(effect(A + "/1", "ch_1"), effect(A + "/2", "ch_2")),
            outcome(A, 1, OutcomeStatus.FAILED, null),
            outcome(A, 2, OutcomeStatus.SUCCEEDED, "ch_2"));

    assertThat(report.count(Kind.ESCAPED_DUPLICATE)).isEqualTo(1);
    assertThat(report.count(Kind.CONTRADICTED)).isEqualTo(1);
  }

  @Test
  void findsAnEffectOfWhatWasToldAsFailed() {
    AuditReport report =
        audit(List.of(effect(A + "/1", "ch_1")), outcome(A, 1, OutcomeStatus.FAILED, null));

    assertThat(report.found())
        .containsEntry(Kind.CONTRADICTED, 1)
        .containsEntry(Kind.ESCAPED_DUPLICATE, 0);
  }

  @Test
  void findsTwoEndsOfOneAction() {
    AuditReport report =
        audit(
            List.of(effect(A + "/1", "ch_1")),
            outcome(A, 1, OutcomeStatus.SUCCEEDED, "ch_1"),
            outcome(A, 1, OutcomeStatus.FAILED, null));

    assertThat(report.count(Kind.CONTRADICTED)).isEqualTo(1);
  }

  @Test
  void findsASuccessWithoutEffect() {
    AuditReport report = audit(List.of(), outcome(A, 1, OutcomeStatus.SUCCEEDED, "ch_1"));

    assertThat(report.listed())
        .containsExactly(
            new Discrepancy(Kind.MISSING_EFFECT, "charge", A, 1, List.of("ch_1"), List.of()));
  }

  @Test
  void findsAnEffectWithoutOutcome() {
    AuditReport report =
        audit(List.of(effect(A + "/1", "ch_1"), effect("other-system", "ch_2"), effect(null, "x")));

    assertThat(report.count(Kind.EFFECT_WITHOUT_OUTCOME)).isEqualTo(3);
    assertThat(report.escapedDuplicates()).isEqualTo(Map.of("unknown", 0));
  }

  @Test
  void asksNoOutcomeOfAnActionThatStillRuns() {
    AuditReport report =
        audit(
            List.of(effect(A + "/1", "ch_1"), effect(B + "/1", "ch_2")),
            outcome(A, 1, OutcomeStatus.IN_PROGRESS, null),
            outcome(B, 1, OutcomeStatus.UNKNOWN, null));

    assertThat(report.isClean()).isTrue();
    assertThat(report.counts().unsettled()).isEqualTo(1);
  }

  @Test
  void knowsAnEffectWithoutKeyByItsReference() {
    AuditReport report =
        audit(
            List.of(effect(null, "ch_1"), effect("order-7", "ch_2"), effect("order-7", "ch_3")),
            outcome(A, 1, OutcomeStatus.SUCCEEDED, "ch_1"),
            outcome(B, 1, OutcomeStatus.SUCCEEDED, "ch_2"));

    assertThat(report.count(Kind.MISSING_EFFECT)).isZero();
    assertThat(report.listed())
        .containsExactly(
            new Discrepancy(
                Kind.EFFECT_WITHOUT_OUTCOME, null, "order-7", 0, List.of("ch_3"), List.of(3L)));
  }

  @Test
  void findsTheKeyInsideAPath() {
    AuditReport report =
        audit(
            List.of(effect("/charges/" + A + "%2F1", "ch_1")),
            outcome(A, 1, OutcomeStatus.SUCCEEDED, "ch_1"));

    assertThat(report.isClean()).isTrue();
    assertThat(ProviderKey.find("x" + A)).isEmpty();
    assertThat(ProviderKey.find(A + "A")).isEmpty();
  }

  @Test
  void spreadsEffectsWhoseGenerationIsNotTold() {
    OutcomeEvent[] twoWishes = {
      outcome(A, 1, OutcomeStatus.SUCCEEDED, "ch_1"), outcome(A, 2, OutcomeStatus.SUCCEEDED, null)
    };

    assertThat(audit(List.of(effect(A, "ch_2"), effect(A, "ch_1")), twoWishes).isClean()).isTrue();
    assertThat(
            audit(List.of(effect(A, "ch_1"), effect(A, "ch_2"), effect(A, "ch_3")), twoWishes)
                .count(Kind.ESCAPED_DUPLICATE))
        .isEqualTo(1);
  }

  @Test
  void findsAnotherReferenceThanTold() {
    AuditReport report =
        audit(List.of(effect(A + "/1", "ch_1")), outcome(A, 1, OutcomeStatus.SUCCEEDED, "ch_9"));

    assertThat(report.listed())
        .containsExactly(
            new Discrepancy(
                Kind.OTHER_REFERENCE, "charge", A, 1, List.of("ch_1", "ch_9"), List.of(1L)));
  }

  @Test
  void demandsNothingOutsideItsTime() {
    AuditSettings morning =
        new AuditSettings(
            NOON.minusSeconds(60), NOON, Set.of(), Integer.MAX_VALUE, Integer.MAX_VALUE);
    AuditReport report =
        audit(
            morning,
            List.of(effect(A + "/1", "ch_1")),
            outcome(B, 1, OutcomeStatus.SUCCEEDED, "ch_2"));

    assertThat(report.isClean()).isTrue();
    assertThat(report.counts().outsideWindow()).isEqualTo(2);
  }

  @Test
  void findsDuplicatesAtAnyTime() {
    AuditSettings morning =
        new AuditSettings(null, NOON, Set.of(), Integer.MAX_VALUE, Integer.MAX_VALUE);
    AuditReport report =
        audit(morning, List.of(effect(A + "/1", "ch_1"), effect(A + "/1", "ch_2")));

    assertThat(report.count(Kind.ESCAPED_DUPLICATE)).isEqualTo(1);
  }

  @Test
  void leavesOtherToolsAlone() {
    AuditSettings mail =
        new AuditSettings(null, null, Set.of("mail"), Integer.MAX_VALUE, Integer.MAX_VALUE);
    AuditReport report =
        audit(
            mail,
            List.of(
                effect(A + "/1", "ch_1"),
                effect(A + "/1", "ch_2"),
                new Effect(3, B + "/1", "ch_3", "refund", NOON)),
            outcome(A, 1, OutcomeStatus.SUCCEEDED, "ch_1"),
            outcome(B, 1, OutcomeStatus.SUCCEEDED, "ch_3"));

    assertThat(report.isClean()).isTrue();
    assertThat(report.counts().otherActions()).isEqualTo(3);
    assertThat(report.escapedDuplicates()).isEqualTo(Map.of("mail", 0));
  }

  @Test
  void countsAllAndListsTheFirstFew() {
    AuditSettings one = new AuditSettings(null, null, Set.of(), Integer.MAX_VALUE, 1);
    AuditReport report =
        audit(
            one,
            List.of(),
            outcome(A, 1, OutcomeStatus.SUCCEEDED, "ch_1"),
            outcome(B, 1, OutcomeStatus.SUCCEEDED, "ch_2"));

    assertThat(report.count(Kind.MISSING_EFFECT)).isEqualTo(2);
    assertThat(report.listed()).hasSize(1);
  }

  @Test
  void refusesToHoldMoreThanItMay() {
    AuditSettings two = new AuditSettings(null, null, Set.of(), 2, 1);

    assertThatThrownBy(() -> audit(two, List.of(effect(A + "/1", "1"), effect(B + "/1", "2"))))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("more than 2")
        .hasMessageContaining("--since");
  }

  @Test
  void passesOverOutcomesThatAdmittedNothing() {
    AuditReport report = audit(List.of(), outcome(A, 0, OutcomeStatus.REJECTED, null));

    assertThat(report.counts().actions()).isZero();
  }

  @Test
  void findsASecondReferenceThatASettlementVouchesFor() {
    ProviderAudit audit = new ProviderAudit(UNBOUNDED);
    audit.settlement(evidence(A, "ch_2"));
    audit.settlement(evidence(A, "ch_2"));
    audit.outcome(outcome(A, 1, OutcomeStatus.SUCCEEDED, "ch_1"));

    AuditReport report = audit.report();

    assertThat(report.escapedDuplicates()).isEqualTo(Map.of("charge", 1));
    assertThat(report.listed())
        .filteredOn(found -> found.kind() == Kind.ESCAPED_DUPLICATE)
        .singleElement()
        .satisfies(found -> assertThat(found.references()).containsExactly("ch_1", "ch_2"));
  }

  @Test
  void takesASettlementForTheEffectThatItSettled() {
    ProviderAudit audit = new ProviderAudit(UNBOUNDED);
    audit.settlement(evidence(A, "ch_1"));
    audit.effect(effect(A + "/1", "ch_1"));
    audit.outcome(outcome(A, 1, OutcomeStatus.SUCCEEDED, "ch_1"));
    audit.settlement(evidence(B, "ch_2"));
    audit.outcome(outcome(B, 1, OutcomeStatus.UNKNOWN, null));

    AuditReport report = audit.report();

    assertThat(report.isClean()).isTrue();
    assertThat(report.counts().effects()).isEqualTo(1);
  }

  @Test
  void doesNotTakeTheEffectOfALaterGenerationForASecondOne() {
    ProviderAudit audit = new ProviderAudit(UNBOUNDED);
    audit.settlement(evidence(A, 2, "ch_2"));
    audit.outcome(outcome(A, 1, OutcomeStatus.SUCCEEDED, "ch_1"));
    audit.effect(effect(A + "/1", "ch_1"));

    assertThat(audit.report().isClean()).isTrue();
  }

  @Test
  void comparesASettlementWithoutGenerationWithAllOfThem() {
    ProviderAudit audit = new ProviderAudit(UNBOUNDED);
    audit.settlement(evidence(A, null, "ch_1"));
    audit.settlement(evidence(A, null, "ch_3"));
    audit.outcome(outcome(A, 1, OutcomeStatus.FAILED, null));
    audit.outcome(outcome(A, 2, OutcomeStatus.SUCCEEDED, "ch_1"));

    assertThat(audit.report().count(Kind.ESCAPED_DUPLICATE)).isEqualTo(1);
  }

  private static Settlement evidence(String key, String reference) {
    return evidence(key, 1, reference);
  }

  private static Settlement evidence(String key, @Nullable Integer generation, String reference) {
    return new Settlement(
        new IdempotencyKey(key),
        "claim",
        generation,
        Settlement.Verdict.SUCCEEDED,
        null,
        reference,
        Settlement.Source.EVIDENCE,
        "executor-1",
        null,
        NOON);
  }

  private AuditReport audit(List<Effect> effects, OutcomeEvent... outcomes) {
    return audit(UNBOUNDED, effects, outcomes);
  }

  private AuditReport audit(
      AuditSettings settings, List<Effect> effects, OutcomeEvent... outcomes) {
    ProviderAudit audit = new ProviderAudit(settings);
    effects.forEach(audit::effect);
    Arrays.stream(outcomes).forEach(audit::outcome);
    return audit.report();
  }

  private Effect effect(@Nullable String key, @Nullable String reference) {
    return new Effect(++line, key, reference, null, NOON);
  }

  private static OutcomeEvent outcome(
      String key, int generation, OutcomeStatus status, @Nullable String reference) {
    return new OutcomeEvent(
        new IdempotencyKey(key),
        generation,
        new About(
            "r", "r", "charge", new Scope("acme", null, null, null), null, null, ReplyHash.NONE),
        status,
        Answer.result(null, reference, "advice"),
        History.of(1).withTimes(NOON, status.isFinal() ? NOON : null),
        NOON,
        Publisher.EXECUTOR);
  }
}
