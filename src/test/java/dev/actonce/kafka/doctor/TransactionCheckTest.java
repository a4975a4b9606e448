package dev.actonce.kafka.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.kafka.doctor.OpenTransaction.Coordinated;
import dev.actonce.kafka.doctor.OpenTransaction.Writer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class TransactionCheckTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final TopicPartition AT = new TopicPartition("actonce.dispatch", 3);
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  @Test
  void leavesATransactionAloneThatIsBeingWritten() {
    assertThat(TransactionCheck.open(List.of(known(Duration.ofMillis(1_999))), NOW)).isEmpty();
  }

  @Test
  void warnsOfASilentOneThatItsCoordinatorWillEnd() {
    Finding finding = only(known(Duration.ofSeconds(45)));

    assertThat(finding.rule()).isEqualTo(Rule.SILENT_TRANSACTION);
    assertThat(finding.subject()).isEqualTo("actonce.dispatch-3@1234");
    assertThat(finding.actual()).contains("producer 7 epoch 2", "actonce.executor-one", "PT15S");
    assertThat(finding.remedy())
        .contains("ops/actonce doctor --abort-transaction actonce.dispatch-3@1234");
  }

  @Test
  void reportsOneThatItsCoordinatorShouldHaveEndedLongAgo() {
    assertThat(only(known(Duration.ofSeconds(46))).rule()).isEqualTo(Rule.HANGING_TRANSACTION);
  }

  @Test
  void reportsOneThatNoCoordinatorKnows() {
    assertThat(only(open(Duration.ofSeconds(30), Optional.empty())).rule())
        .isEqualTo(Rule.SILENT_TRANSACTION);
    assertThat(only(open(Duration.ofSeconds(31), Optional.empty())))
        .satisfies(finding -> assertThat(finding.rule()).isEqualTo(Rule.HANGING_TRANSACTION))
        .satisfies(finding -> assertThat(finding.actual()).contains("unknown to its coordinator"));
  }

  @Test
  void namesTheTransactionThatHoldsReadersBack() {
    OpenTransaction open = known(Duration.ofSeconds(3));

    assertThat(TransactionCheck.lags(List.of(new StableLag(AT, 1234, 1300)), List.of(open), NOW))
        .singleElement()
        .satisfies(finding -> assertThat(finding.rule()).isEqualTo(Rule.STABLE_OFFSET_LAG))
        .satisfies(
            finding ->
                assertThat(finding.actual())
                    .isEqualTo(
                        "66 records (stable 1234, end 1300) because of actonce.dispatch-3@1234"));
  }

  @Test
  void takesAShortDistanceForTheNormalRunOfThings() {
    List<StableLag> lags = List.of(new StableLag(AT, 1234, 1300));

    assertThat(TransactionCheck.lags(lags, List.of(), NOW)).isEmpty();
    assertThat(TransactionCheck.lags(lags, List.of(known(Duration.ofMillis(50))), NOW)).isEmpty();
    assertThat(
            TransactionCheck.lags(
                List.of(new StableLag(AT, 1300, 1300)), List.of(known(Duration.ofSeconds(3))), NOW))
        .isEmpty();
  }

  private static Finding only(OpenTransaction open) {
    List<Finding> findings = TransactionCheck.open(List.of(open), NOW);
    assertThat(findings).hasSize(1);
    return findings.get(0);
  }

  /** Silent since its start. */
  private static OpenTransaction known(Duration silent) {
    return open(
        silent,
        Optional.of(
            new Coordinated(
                "actonce.executor-one", "Ongoing", TIMEOUT, Optional.of(NOW.minus(silent)))));
  }

  private static OpenTransaction open(Duration silent, Optional<Coordinated> coordinated) {
    return new OpenTransaction(AT, 1234, new Writer(7, 2, 0, NOW.minus(silent)), coordinated);
  }
}
