package dev.actonce.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.Scope;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeEvent.Publisher;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.lab.demo.Charge;
import dev.actonce.lab.demo.Purchase;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One action, and what the audit makes of what became of it. */
class AuditTest {
  private static final String ORDER = "ord-000001";
  private static final IdempotencyKey KEY = new IdempotencyKey("v1." + "a".repeat(43));
  private static final Audit.Violations NONE = new Audit.Violations(0, 0, 0, 0, 0, 0);

  private final List<Answers.Told> told = new ArrayList<>();
  private final List<OutcomeEvent> outcomes = new ArrayList<>();
  private final List<Charge> charges = new ArrayList<>();
  private SafetyClass tool = SafetyClass.UNSAFE;

  @Test
  void findsNothingWhenEveryPromiseWasKept() {
    tell("r1", OutcomeStatus.SUCCEEDED);
    tell("r2", OutcomeStatus.ALREADY_DONE);
    executor(1, OutcomeStatus.UNKNOWN);
    executor(1, OutcomeStatus.SUCCEEDED);
    gate(1, "r2", OutcomeStatus.ALREADY_DONE);
    charge(ORDER);

    Audit audit = audit();

    assertThat(audit.violations()).isEqualTo(NONE);
    assertThat(audit.violations().isNone()).isTrue();
    assertThat(audit.suspects()).isEmpty();
    assertThat(audit.dar()).isEqualTo(0.5);
    assertThat(audit.classes()).containsEntry(SafetyClass.UNSAFE, new Audit.OfClass(1, 1, 1, 0, 1));
  }

  @Test
  void countsASecondCharge() {
    executor(1, OutcomeStatus.SUCCEEDED);
    charge(ORDER);
    charge(ORDER);

    assertThat(audit().violations()).isEqualTo(new Audit.Violations(1, 0, 0, 0, 0, 0));
  }

  @Test
  void countsAChargeThatNobodyWanted() {
    executor(1, OutcomeStatus.SUCCEEDED);
    charge(ORDER);
    charge("ord-999999");

    assertThat(audit().violations()).isEqualTo(new Audit.Violations(1, 0, 0, 0, 0, 0));
  }

  @Test
  void countsAChargeOfAToolThatOnlyReads() {
    tool = SafetyClass.READ_ONLY;
    executor(1, OutcomeStatus.SUCCEEDED);
    charge(ORDER);

    assertThat(audit().violations()).isEqualTo(new Audit.Violations(1, 0, 0, 0, 0, 0));
  }

  @Test
  void missesTheEffectOfASuccess() {
    executor(1, OutcomeStatus.SUCCEEDED);

    assertThat(audit().violations()).isEqualTo(new Audit.Violations(0, 1, 0, 0, 0, 0));
  }

  @Test
  void missesTheEffectOfWhatNeverFailed() {
    tell("r1", null);

    assertThat(audit().violations()).isEqualTo(new Audit.Violations(0, 1, 1, 0, 0, 0));
  }

  @Test
  void missesNothingAfterAFailure() {
    executor(1, OutcomeStatus.FAILED);

    assertThat(audit().violations()).isEqualTo(NONE);
  }

  @Test
  void acceptsASuccessAfterAFailureAsAnotherGeneration() {
    executor(1, OutcomeStatus.FAILED);
    executor(2, OutcomeStatus.SUCCEEDED);
    charge(ORDER);

    assertThat(audit().violations()).isEqualTo(NONE);
  }

  @Test
  void seesAFailureThatHadItsEffect() {
    executor(1, OutcomeStatus.FAILED);
    charge(ORDER);

    assertThat(audit().violations()).isEqualTo(new Audit.Violations(0, 0, 0, 1, 0, 0));
  }

  @Test
  void seesTwoDifferentEndsOfOneGeneration() {
    executor(1, OutcomeStatus.SUCCEEDED);
    gate(1, "r2", OutcomeStatus.FAILED);
    charge(ORDER);

    assertThat(audit().violations().contradicted()).isEqualTo(1);
  }

  @Test
  void seesAnEndThatWasWrittenTwice() {
    executor(1, OutcomeStatus.SUCCEEDED);
    executor(1, OutcomeStatus.SUCCEEDED);
    charge(ORDER);

    assertThat(audit().violations()).isEqualTo(new Audit.Violations(0, 0, 0, 0, 1, 0));
  }

  @Test
  void countsPublishesThatWereRefused() {
    tell("r1", OutcomeStatus.SUCCEEDED);
    tell("r2", OutcomeStatus.CONFLICT);
    tell("r3", OutcomeStatus.REJECTED);
    executor(1, OutcomeStatus.SUCCEEDED);
    charge(ORDER);

    assertThat(audit().violations()).isEqualTo(new Audit.Violations(0, 0, 0, 0, 0, 2));
  }

  private Audit audit() {
    return Audit.of(
        new Audit.Evidence(List.of(action()), told, Map.of(ORDER, KEY), outcomes, charges));
  }

  private Traffic.Action action() {
    return new Traffic.Action(0, tool, ORDER, Traffic.Identity.INTENT_ID, 100);
  }

  private void tell(String requestId, @Nullable OutcomeStatus status) {
    told.add(new Answers.Told(requestId, action(), status));
  }

  private void executor(int generation, OutcomeStatus status) {
    outcomes.add(event(generation, "r1", status, Publisher.EXECUTOR));
  }

  private void gate(int generation, String requestId, OutcomeStatus status) {
    outcomes.add(event(generation, requestId, status, Publisher.GATE));
  }

  private static OutcomeEvent event(
      int generation, String requestId, OutcomeStatus status, Publisher publisher) {
    return new OutcomeEvent(
        KEY,
        generation,
        new OutcomeEvent.About(
            requestId, "r1", "unsafe", Scope.ofTenant("chaos"), null, null, ReplyHash.NONE),
        status,
        OutcomeEvent.Answer.of(""),
        OutcomeEvent.History.NONE,
        Instant.EPOCH,
        publisher);
  }

  private void charge(String order) {
    charges.add(
        new Charge(
            "ch_" + charges.size(),
            null,
            new Purchase("cus_1", BigDecimal.ONE, "EUR", order),
            "hash",
            Instant.EPOCH));
  }
}
