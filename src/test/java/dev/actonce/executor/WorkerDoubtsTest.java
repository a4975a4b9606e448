package dev.actonce.executor;

import static org.assertj.core.api.Assertions.assertThat;
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
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.SettlementObjection;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.tool.ActionCall;
import dev.actonce.tool.ActionHandler;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many doubts in one membership: how many are taken, what is kept of them, how they end. */
class WorkerDoubtsTest {
  private static final int MAX_UNKNOWN = 3;

  private final MockKafka kafka = new MockKafka();
  private final List<ActionCall> called = new CopyOnWriteArrayList<>();
  private final List<ExecutorListener.Refused> refused = new ArrayList<>();
  private volatile ActionResult answer = new ActionResult.Unknown("TIMEOUT", "no answer");
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
          new ExecutorListener() {
            @Override
            public void refusedSettlement(Refused settlement) {
              refused.add(settlement);
            }
          });
  private Worker worker = worker();

  @BeforeEach
  void join() {
    worker.join();
    kafka.assignAll();
    turn();
  }

  @AfterEach
  void stop() {
    calls.close();
  }

  @Test
  void claimsNothingNewOfAToolWhoseDoubtsAreFull() {
    for (int i = 0; i < MAX_UNKNOWN + 2; i++) {
      doubt("unsafe", "a" + i);
    }

    assertThat(called).hasSize(MAX_UNKNOWN);
    assertThat(kafka.outcomes()).hasSize(MAX_UNKNOWN);
  }

  @Test
  void goesOnOnceADoubtIsSettled() {
    ApprovedAction first = doubt("unsafe", "a0");
    for (int i = 1; i < MAX_UNKNOWN + 1; i++) {
      doubt("unsafe", "a" + i);
    }
    kafka.settle(settlement(first, Settlement.Verdict.SUCCEEDED, Settlement.Source.OPERATOR));
    turn();
    turn();

    await().until(() -> called.size() == MAX_UNKNOWN + 1);
    assertThat(last(first)).isEqualTo(OutcomeStatus.SUCCEEDED);
    assertThat(kafka.recalled).as("a settlement needs no arguments").isEmpty();
  }

  @Test
  void countsTheDoubtsThatItTookOver() {
    for (int i = 0; i < MAX_UNKNOWN; i++) {
      doubt("unsafe", "a" + i);
    }
    rejoin(kafka.committed(MockKafka.TOPICS.claims()));
    called.clear();

    doubt("unsafe", "b");

    assertThat(called).isEmpty();
  }

  @Test
  void retriesWithTheArgumentsThatItReadsBack() {
    ApprovedAction action = doubt("keyed", "a");
    assertThat(kafka.recalled).isEmpty();
    answer = new ActionResult.Succeeded("{}", null);

    pass(Duration.ofMinutes(20));
    turn();
    await().until(calls::hasReturned);
    turn();

    assertThat(kafka.recalled).as("the claim, as the record UNKNOWN").hasSize(1);
    assertThat(called).hasSize(2);
    assertThat(called.get(1).arguments()).isEqualTo(called.get(0).arguments());
    assertThat(last(action)).isEqualTo(OutcomeStatus.SUCCEEDED);
  }

  @Test
  void retriesWithTheArgumentsThatItReadsBackAfterATakeover() {
    ApprovedAction action = doubt("keyed", "a");
    answer = new ActionResult.Succeeded("{}", null);

    rejoin(kafka.committed(MockKafka.TOPICS.claims()));
    await().until(calls::hasReturned);
    turn();

    assertThat(called.get(1).arguments()).isEqualTo(action.intent().arguments());
    assertThat(last(action)).isEqualTo(OutcomeStatus.SUCCEEDED);
  }

  @Test
  void writesAClaimUnderStricterTermsWithItsArguments() {
    ApprovedAction action = doubt("forgets", "a");
    List<ProducerRecord<byte[], byte[]>> claims = kafka.claims(action);
    Claim written = new Codecs().claims().decode(claims.get(claims.size() - 1).value());
    assertThat(written.state()).isEqualTo(Claim.State.UNKNOWN);
    Claim laxer =
        new Claim(
            written.action(),
            written.claimId(),
            written.owner(),
            new Claim.Terms(SafetyClass.KEYED, "before"),
            Claim.State.UNKNOWN,
            written.progress(),
            written.claimedAt(),
            written.dispatchOffset());

    rejoin(
        List.of(
            new ProducerRecord<>(
                "claims",
                action.key().value().getBytes(java.nio.charset.StandardCharsets.UTF_8),
                new Codecs().claims().encode(laxer))));

    Claim stricter = new Codecs().claims().decode(kafka.claims(action).get(0).value());
    assertThat(stricter.terms().safety()).isEqualTo(SafetyClass.UNSAFE);
    assertThat(stricter.action().intent()).isEqualTo(written.action().intent());
  }

  @Test
  void reportsEvidenceOfASuccessThatWasToldFailed() {
    ApprovedAction action = doubt("unsafe", "a");
    kafka.settle(settlement(action, Settlement.Verdict.NOT_EXECUTED, Settlement.Source.OPERATOR));
    turn();
    assertThat(last(action)).isEqualTo(OutcomeStatus.FAILED);

    kafka.settle(settlement(action, Settlement.Verdict.SUCCEEDED, Settlement.Source.EVIDENCE));
    turn();

    assertThat(refused)
        .containsExactly(
            new ExecutorListener.Refused(
                Settlement.Source.EVIDENCE, SettlementObjection.NOT_OPEN, true));
  }

  @Test
  void saysNothingOfEvidenceThatOnlyRepeatsWhatWasTold() {
    ApprovedAction action = doubt("unsafe", "a");
    kafka.settle(settlement(action, Settlement.Verdict.SUCCEEDED, Settlement.Source.OPERATOR));
    turn();

    kafka.settle(settlement(action, Settlement.Verdict.SUCCEEDED, Settlement.Source.EVIDENCE));
    turn();

    assertThat(refused).isEmpty();
  }

  @Test
  void reportsAnOperatorsSettlementThatComesTooLate() {
    ApprovedAction action = doubt("unsafe", "a");
    Settlement settlement =
        settlement(action, Settlement.Verdict.NOT_EXECUTED, Settlement.Source.OPERATOR);
    kafka.settle(settlement);
    kafka.settle(settlement);
    turn();

    assertThat(refused)
        .containsExactly(
            new ExecutorListener.Refused(
                Settlement.Source.OPERATOR, SettlementObjection.NOT_OPEN, false));
  }

  /** Dispatches an action, and lets whatever comes of it be committed. */
  private ApprovedAction doubt(String tool, String name) {
    ApprovedAction action = Approvals.of(tool, name);
    int before = called.size();
    kafka.dispatch(action);
    turn();
    if (calls.inFlight() > 0) {
      await().until(() -> called.size() > before && calls.hasReturned());
      turn();
    }
    return action;
  }

  private OutcomeStatus last(ApprovedAction action) {
    return kafka.outcomes().stream()
        .filter(event -> action.key().equals(event.key()))
        .map(OutcomeEvent::status)
        .reduce((earlier, later) -> later)
        .orElseThrow();
  }

  private Settlement settlement(
      ApprovedAction action, Settlement.Verdict verdict, Settlement.Source source) {
    String claimId =
        kafka.outcomes().stream()
            .filter(event -> action.key().equals(event.key()))
            .map(event -> String.valueOf(event.history().claimId()))
            .findFirst()
            .orElseThrow();
    return Settlement.of(action.key(), claimId, verdict, source, "anna", now.plusSeconds(1))
        .ofGeneration(1)
        .withAnswer("{}", null)
        .because("seen");
  }

  private void pass(Duration time) {
    now = now.plus(time);
    nanos += time.toNanos();
  }

  private void turn() {
    worker.turn(Worker.Accept.NEW_ACTIONS);
  }

  private void rejoin(List<ProducerRecord<byte[], byte[]>> claims) {
    worker.close();
    kafka.renew();
    kafka.claimsHold(claims);
    worker = worker();
    worker.join();
    kafka.assignAll();
    turn();
  }

  private Worker worker() {
    return new Worker(
        ExecutorConfig.of(KafkaConfig.of("none:1"), "one"),
        kafka,
        MockKafka.TOPICS,
        name -> Optional.of(new BoundTool(policy(name), handler())),
        place,
        new Clocks(() -> now, () -> nanos, new Random(1)));
  }

  private ActionHandler handler() {
    return call -> {
      called.add(call);
      return answer;
    };
  }

  private static ToolPolicy policy(String name) {
    boolean forgets = name.equals("forgets");
    return new ToolPolicy(
        name,
        forgets ? SafetyClass.KEYED : SafetyClass.valueOf(name.toUpperCase(Locale.ROOT)),
        KeyPolicy.AUTO,
        ToolPolicy.Memory.DEFAULT,
        new ToolPolicy.Execution(
                RetryPolicy.DEFAULT,
                Duration.ofSeconds(5),
                8,
                Duration.ofHours(1),
                null,
                forgets ? ToolPolicy.KeyAfterError.FORGETS : ToolPolicy.KeyAfterError.COVERS)
            .withMaxUnknown(MAX_UNKNOWN),
        "test");
  }
}
