package dev.actonce.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.RetryPolicy;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.Settlement;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.LookupResult;
import dev.actonce.core.outcome.AnswerLimits;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.tool.ActionCall;
import dev.actonce.tool.ActionHandler;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One membership on Kafka's mock clients: what is written before and after the handlers run. */
class WorkerTest {
  private static final int LARGEST_RECORD = 3 * 1024 * 1024;

  private final MockKafka kafka = new MockKafka();
  private final CountingHandler handler = new CountingHandler();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private long nanos;
  private final Lease lease = new Lease(Duration.ofSeconds(8), () -> nanos);
  private final Calls calls =
      new Calls(8, lease, "test-handler", ExecutorListener.NONE, System::nanoTime);
  private final Workplace place =
      new Workplace(
          calls,
          lease,
          new Evidence(
              kafka.evidence, MockKafka.TOPICS, new Codecs().settlements(), () -> now, "one"),
          new Endings(),
          new Codecs(),
          ExecutorListener.NONE);
  private Worker worker = worker();

  @BeforeEach
  void join() {
    worker.join();
    kafka.assignAll();
    turn();
  }

  @AfterEach
  void stop() {
    handler.answer.countDown();
    calls.close();
    kafka.ledger.commitTransactionException = null;
  }

  @Test
  void startsNothingWhenTheClaimIsNotCommitted() { // A09
    kafka.ledger.commitTransactionException = new ProducerFencedException("another instance");
    kafka.dispatch(Approvals.of("unsafe", "a"));

    assertThatThrownBy(this::turn).isInstanceOf(ProducerFencedException.class);

    assertThat(calls.inFlight()).isZero();
    assertThat(handler.calls).hasValue(0);
  }

  @Test
  void commitsNothingMoreFromATurnThatFailed() {
    kafka.dispatch(Approvals.of("unsafe", "a"));
    kafka.dispatch(Approvals.of("no_such_class", "b"));
    int transactions = kafka.ledger.consumerGroupOffsetsHistory().size();

    assertThatThrownBy(this::turn).isInstanceOf(IllegalArgumentException.class);
    kafka.member.rebalance(List.of());
    worker.close();

    // The first action's claim was never written, so its offset must not be either.
    assertThat(kafka.ledger.consumerGroupOffsetsHistory()).hasSize(transactions);
  }

  @Test
  void startsTheCallOnceItsClaimIsCommitted() { // A09
    ApprovedAction action = Approvals.of("unsafe", "a");
    kafka.dispatch(action);
    turn();

    await().until(() -> handler.calls.get() == 1);
    assertThat(kafka.claims(action))
        .singleElement()
        .satisfies(c -> assertThat(c.value()).isNotNull());
    assertThat(kafka.outcomes()).isEmpty();
  }

  @Test
  void leavesEvidenceOfASuccessThatItCouldNotCommit() { // X04, X06
    ApprovedAction action = Approvals.of("unsafe", "a");
    kafka.dispatch(action);
    answered();
    kafka.ledger.commitTransactionException = new ProducerFencedException("another instance");

    assertThatThrownBy(this::turn).isInstanceOf(ProducerFencedException.class);
    rejoin(List.of());

    assertThat(kafka.outcomes()).isEmpty();
    assertThat(kafka.settlements())
        .singleElement()
        .satisfies(
            settlement -> {
              assertThat(settlement.key()).isEqualTo(action.key());
              assertThat(settlement.verdict()).isEqualTo(Settlement.Verdict.SUCCEEDED);
              assertThat(settlement.source()).isEqualTo(Settlement.Source.EVIDENCE);
              assertThat(settlement.result()).isEqualTo(handler.result);
            });
    assertThat(handler.calls).hasValue(1);
  }

  @Test
  void tellsASuccessThatItCouldNotCommitOnceItsClaimIsBack() {
    ApprovedAction action = Approvals.of("unsafe", "a");
    kafka.dispatch(action);
    answered();
    List<ProducerRecord<byte[], byte[]>> claims = kafka.committed(MockKafka.TOPICS.claims());
    kafka.ledger.commitTransactionException = new KafkaException("the brokers are away");

    assertThatThrownBy(this::turn).isInstanceOf(KafkaException.class);
    rejoin(claims);

    assertThat(kafka.outcomes())
        .extracting(OutcomeEvent::status)
        .containsExactly(OutcomeStatus.SUCCEEDED);
    assertThat(kafka.settlements()).isEmpty();
    assertThat(handler.calls).hasValue(1);
  }

  @Test
  void keepsASuccessUntilItKnowsItsShareAgain() {
    kafka.dispatch(Approvals.of("unsafe", "a"));
    answered();
    List<ProducerRecord<byte[], byte[]>> claims = kafka.committed(MockKafka.TOPICS.claims());
    kafka.ledger.commitTransactionException = new KafkaException("the brokers are away");
    assertThatThrownBy(this::turn).isInstanceOf(KafkaException.class);
    leave(claims);

    for (int i = 0; i < 5; i++) {
      turn();
    }
    assertThat(kafka.settlements()).isEmpty();
    assertThat(worker.obstacle()).isPresent();

    kafka.assignAll();
    turn();
    assertThat(worker.obstacle()).isEmpty();
    assertThat(kafka.outcomes())
        .extracting(OutcomeEvent::status)
        .containsExactly(OutcomeStatus.SUCCEEDED);
  }

  @Test
  void callsAKeyOnceThatIsDispatchedAgainWhileItsCallRuns() { // X17, X01
    ApprovedAction action = Approvals.of("unsafe", "a");
    kafka.dispatch(action);
    turn();
    await().until(() -> handler.calls.get() == 1);
    now = now.plus(Duration.ofHours(2));
    kafka.dispatch(action);
    turn();
    handler.answer.countDown();
    await().until(calls::hasReturned);
    turn();

    assertThat(handler.calls).hasValue(1);
    assertThat(kafka.outcomes())
        .extracting(OutcomeEvent::status)
        .containsExactly(OutcomeStatus.SUCCEEDED);
    assertThat(kafka.claims(action)).hasSize(2);
    assertThat(kafka.claims(action).get(1).value()).isNull();
  }

  @Test
  void neverCallsAnUnsafeToolAgainAfterALostAnswer() { // A21, X02
    handler.result = "";
    kafka.dispatch(Approvals.of("unsafe", "a"));
    answered();
    for (int i = 0; i < 20; i++) {
      turn();
      now = now.plus(Duration.ofHours(3));
      nanos += Duration.ofHours(3).toNanos();
    }

    assertThat(handler.calls).hasValue(1);
    assertThat(kafka.outcomes())
        .extracting(OutcomeEvent::status)
        .containsExactly(OutcomeStatus.UNKNOWN);
  }

  @Test
  void callsAnApprovalThatWaitedLongerThanAProviderKeyLives() { // A14
    kafka.dispatch(Approvals.of("keyed", "a", now.minus(Duration.ofHours(25))));
    answered();
    turn();

    assertThat(handler.calls).hasValue(1);
    assertThat(kafka.outcomes())
        .extracting(OutcomeEvent::status)
        .containsExactly(OutcomeStatus.SUCCEEDED);
  }

  @Test
  void looksUpOnceAfterALongPauseOfTheProcess() { // K12, K13
    handler.result = "";
    kafka.dispatch(Approvals.of("lookup", "a"));
    answered();
    turn();
    assertThat(kafka.outcomes())
        .extracting(OutcomeEvent::status)
        .containsExactly(OutcomeStatus.UNKNOWN);

    now = now.plus(Duration.ofMinutes(30));
    nanos += Duration.ofMinutes(30).toNanos();
    turn();
    await().until(calls::hasReturned);
    for (int i = 0; i < 20; i++) {
      turn();
    }

    assertThat(handler.lookups).hasValue(1);
  }

  @Test
  void writesAnOutcomeThatFitsWhateverTheHandlerReturns() { // K28
    handler.result = "\"" + "é".repeat(2 * LARGEST_RECORD) + "\"";
    ApprovedAction action = Approvals.of("unsafe", "a");
    kafka.dispatch(action);
    answered();
    turn();

    OutcomeEvent event = kafka.outcomes().get(0);
    assertThat(event.status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    assertThat(event.answer().result()).isEqualTo(AnswerLimits.RESULT_TOO_LARGE);
    assertThat(kafka.ledger.history())
        .allSatisfy(
            record ->
                assertThat(record.value() == null ? 0 : record.value().length)
                    .isLessThan(LARGEST_RECORD));
    assertThat(kafka.claims(action).get(1).value()).isNull();
  }

  @Test
  void leavesEvidenceThatFitsWhateverTheHandlerReturns() { // K28
    handler.result = "\"" + "é".repeat(2 * LARGEST_RECORD) + "\"";
    kafka.dispatch(Approvals.of("unsafe", "a"));
    answered();
    kafka.ledger.commitTransactionException = new ProducerFencedException("another instance");

    assertThatThrownBy(this::turn).isInstanceOf(ProducerFencedException.class);
    rejoin(List.of());

    assertThat(kafka.settlements())
        .extracting(Settlement::result)
        .containsExactly(AnswerLimits.RESULT_TOO_LARGE);
  }

  @Test
  void commitsItsPositionsAsAMemberOfItsGroup() { // X09
    kafka.dispatch(Approvals.of("unsafe", "a"));
    turn();

    String group = kafka.member.groupMetadata().groupId();
    assertThat(kafka.ledger.consumerGroupOffsetsHistory())
        .allSatisfy(commit -> assertThat(commit).containsOnlyKeys(group));
    assertThat(kafka.ledger.consumerGroupOffsetsHistory().get(1))
        .hasEntrySatisfying(
            group,
            offsets ->
                assertThat(offsets)
                    .containsEntry(
                        new TopicPartition(MockKafka.TOPICS.dispatch(), 0),
                        new OffsetAndMetadata(1)));
  }

  /** Ends the membership and begins another, which finds these claims. */
  private void rejoin(List<ProducerRecord<byte[], byte[]>> claims) {
    leave(claims);
    kafka.assignAll();
    turn();
  }

  /** Ends the membership and asks for another, which will find these claims. */
  private void leave(List<ProducerRecord<byte[], byte[]>> claims) {
    kafka.ledger.commitTransactionException = null;
    worker.close();
    kafka.renew();
    kafka.claimsHold(claims);
    worker = worker();
    worker.join();
  }

  private Worker worker() {
    return new Worker(
        ExecutorConfig.of(KafkaConfig.of("none:1"), "one"),
        kafka,
        MockKafka.TOPICS,
        name -> Optional.of(new BoundTool(policy(name), handler)),
        place,
        new Clocks(() -> now, () -> nanos, new Random(1)));
  }

  private void turn() {
    worker.turn(Worker.Accept.NEW_ACTIONS);
  }

  /** Lets the handler answer, and waits for the answer to be there. */
  private void answered() {
    handler.answer.countDown();
    turn();
    await().until(calls::hasReturned);
  }

  private static ToolPolicy policy(String name) {
    return new ToolPolicy(
        name,
        SafetyClass.valueOf(name.toUpperCase(Locale.ROOT)),
        KeyPolicy.AUTO,
        ToolPolicy.Memory.DEFAULT,
        new ToolPolicy.Execution(
            RetryPolicy.DEFAULT,
            Duration.ofSeconds(5),
            8,
            Duration.ofHours(1),
            Duration.ofSeconds(1)),
        "test");
  }

  /** Waits for {@code answer}; an empty result is a lost answer. */
  private static final class CountingHandler implements ActionHandler {
    final AtomicInteger calls = new AtomicInteger();
    final AtomicInteger lookups = new AtomicInteger();
    final CountDownLatch answer = new CountDownLatch(1);
    volatile String result = "{\"id\":7}";

    @Override
    public ActionResult execute(ActionCall call) throws InterruptedException {
      calls.incrementAndGet();
      answer.await();
      return result.isEmpty()
          ? new ActionResult.Unknown("TIMEOUT", "no answer")
          : new ActionResult.Succeeded(result, null);
    }

    @Override
    public LookupResult lookUp(ActionCall call) {
      lookups.incrementAndGet();
      return new LookupResult.Inconclusive("503");
    }
  }
}
