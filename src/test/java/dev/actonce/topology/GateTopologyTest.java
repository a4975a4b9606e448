package dev.actonce.topology;

import static dev.actonce.topology.GateHarness.NAMES;
import static dev.actonce.topology.GateHarness.START;
import static dev.actonce.topology.GateHarness.key;
import static dev.actonce.topology.GateHarness.pay;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.config.OutcomeForms;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.outcome.DuplicateCause;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each row of the gate's table, carried out on stores and topics. */
@SuppressWarnings("NullAway.Init")
class GateTopologyTest {
  private static final Duration ZERO = Duration.ZERO;

  @TempDir private Path directory;
  private GateHarness gate;

  @BeforeEach
  void start() {
    gate = new GateHarness(directory);
  }

  @AfterEach
  void stop() {
    gate.close();
  }

  @Test
  void admitsTheFirstPublish() {
    gate.publish(ZERO, pay("A").publish("r1"));

    assertThat(gate.dispatched())
        .singleElement()
        .satisfies(
            action -> {
              assertThat(action.key()).isEqualTo(key(pay("A").publish("r1")));
              assertThat(action.generation()).isEqualTo(1);
              assertThat(action.admittedAt()).isEqualTo(START);
            });
    assertThat(gate.outcomes()).isEmpty();
  }

  @Test
  void answersADuplicateOfARunningActionWithinOneCommit() {
    gate.publish(ZERO, pay("A").publish("r1"));
    gate.publish(ZERO, pay("A").publish("r2"));

    assertThat(gate.dispatched()).hasSize(1);
    assertThat(gate.outcomes())
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.status()).isEqualTo(OutcomeStatus.IN_PROGRESS);
              assertThat(event.about().requestId()).isEqualTo("r2");
              assertThat(event.about().originalRequestId()).isEqualTo("r1");
            });
  }

  @Test
  void answersADuplicateOfAFinishedActionWithTheOriginalResult() {
    ApprovedAction action = admit(pay("A"));
    gate.finish(seconds(1), action, OutcomeStatus.SUCCEEDED);
    gate.publish(seconds(2), pay("A").publish("r2"));

    assertThat(gate.dispatched()).isEmpty();
    OutcomeEvent answer = gate.outcomes().get(0);
    assertThat(answer.status()).isEqualTo(OutcomeStatus.ALREADY_DONE);
    assertThat(answer.answer().result()).isEqualTo("{\"id\":7}");
    assertThat(answer.answer().reference()).isEqualTo("ref-7");
    assertThat(answer.history().cause()).isEqualTo(DuplicateCause.SAME_CALL);
  }

  @Test
  void admitsAReleasedKeyAsTheNextGenerationAndForgetsItsMemory() {
    ApprovedAction action = admit(pay("A"));
    gate.finish(seconds(1), action, OutcomeStatus.FAILED);
    assertThat(gate.memoryEntries()).isEqualTo(1);

    gate.publish(seconds(2), pay("A").publish("r2"));

    assertThat(gate.dispatched()).extracting(ApprovedAction::generation).containsExactly(2);
    assertThat(gate.memoryEntries()).isZero();
    assertThat(gate.open(action.key())).isNotNull();
  }

  @Test
  void keepsAnUnknownKeyPinnedForeverAndThenClosesIt() {
    ApprovedAction action = admit(pay("A"));
    gate.finish(seconds(1), action, OutcomeStatus.UNKNOWN);
    gate.publish(Duration.ofDays(40), pay("A").publish("r2"));
    assertThat(gate.dispatched()).isEmpty();
    assertThat(gate.statuses()).containsExactly(OutcomeStatus.UNKNOWN);

    gate.finish(Duration.ofDays(41), action, OutcomeStatus.SUCCEEDED);

    assertThat(gate.outcomes())
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.status()).isEqualTo(OutcomeStatus.ALREADY_DONE);
              assertThat(event.about().requestId()).isEqualTo("r2");
            });
    assertThat(gate.open(action.key())).isNull();
  }

  @Test
  void tellsTheWaitingDuplicateOfAFailure() {
    ApprovedAction action = admit(pay("A"));
    gate.publish(seconds(1), pay("A").publish("r2"));
    gate.outcomes();

    gate.finish(seconds(2), action, OutcomeStatus.FAILED);

    assertThat(gate.outcomes())
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.status()).isEqualTo(OutcomeStatus.FAILED);
              assertThat(event.about().requestId()).isEqualTo("r2");
            });
  }

  @Test
  void tellsNobodyWhenNobodyWaits() {
    ApprovedAction action = admit(pay("A"));
    gate.finish(seconds(1), action, OutcomeStatus.SUCCEEDED);

    assertThat(gate.outcomes()).isEmpty();
  }

  @Test
  void reportsAConflictForTheSameIdWithAnotherPayload() {
    IntentMaker first = pay("A").intentId("invoice-1");
    ApprovedAction action = admit(first);
    gate.finish(seconds(1), action, OutcomeStatus.SUCCEEDED);
    gate.publish(seconds(2), pay("B").intentId("invoice-1").publish("r2"));

    assertThat(gate.dispatched()).isEmpty();
    assertThat(gate.statuses()).containsExactly(OutcomeStatus.CONFLICT);
  }

  @Test
  void refusesALateRetryThatItCannotRemember() {
    gate.publish(Duration.ofHours(2), pay("A").issuedAt(START).publish("r1"));

    assertThat(gate.dispatched()).isEmpty();
    assertThat(gate.outcomes().get(0).answer().errorCode()).isEqualTo("STALE");
  }

  @Test
  void refusesAnIntentAfterItsDeadlineAndOneFromTheFuture() {
    gate.publish(seconds(10), pay("A").deadline(START.plusSeconds(5)).publish("r1"));
    gate.publish(seconds(10), pay("B").issuedAt(START.plusSeconds(3600)).publish("r2"));

    assertThat(gate.dispatched()).isEmpty();
    assertThat(gate.outcomes())
        .extracting(event -> event.answer().errorCode())
        .containsExactly("DEADLINE_PASSED", "ISSUED_IN_FUTURE");
  }

  @Test
  void ignoresAnOutcomeOfAnEarlierGeneration() {
    ApprovedAction first = admit(pay("A"));
    gate.finish(seconds(1), first, OutcomeStatus.FAILED);
    gate.publish(seconds(2), pay("A").publish("r2"));

    gate.finish(seconds(3), first, OutcomeStatus.SUCCEEDED);

    assertThat(gate.open(first.key())).isNotNull();
    assertThat(gate.memoryEntries()).isZero();
  }

  @Test
  void skipsItsOwnOutcomesWithoutDecodingThem() {
    Headers own = new RecordHeaders();
    own.add("actonce-publisher", "gate".getBytes(StandardCharsets.UTF_8));
    gate.send(NAMES.outcomes(), "any", new byte[] {1, 2, 3}, ZERO, own);

    assertThat(gate.deadLetters()).isEmpty();
    assertThat(gate.tally()).isEmpty();
  }

  @Test
  void marksItsOwnOutcomes() {
    admit(pay("A"));
    gate.publish(seconds(1), pay("A").publish("r2"));

    assertThat(GateHarness.header(gate.read(NAMES.outcomes()).get(0), "actonce-publisher"))
        .isEqualTo("gate");
  }

  @Test
  void countsEverythingOnce() {
    ApprovedAction action = admit(pay("A"));
    gate.publish(seconds(1), pay("A").publish("r2"));
    gate.publish(seconds(1), pay("A").publish("r3"));
    gate.finish(seconds(2), action, OutcomeStatus.SUCCEEDED);
    gate.publish(seconds(3), pay("A").publish("r4"));
    gate.publish(seconds(4), new IntentMaker("pai", "{}").publish("r5"));
    gate.send(NAMES.intents(), null, null, seconds(5));

    assertThat(gate.tally())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                new TallyLine("pay", "ADMITTED", ""), 1L,
                new TallyLine("pay", "IN_PROGRESS", "SAME_CALL"), 2L,
                new TallyLine("pay", "ALREADY_DONE", "SAME_CALL"), 1L,
                new TallyLine("pay", "OUTCOME", "SUCCEEDED"), 1L,
                new TallyLine("", "REJECTED", "UNKNOWN_ACTION"), 1L,
                new TallyLine("", "DEAD_LETTER", "NO_VALUE"), 1L));
  }

  @Test
  void neitherDecidesNorCountsTheSameRecordReadAgainEvenIfItsKeyIsForgotten() {
    admit(pay("A"));
    String input = NAMES.intents() + "-0";
    byte[] position = positions().get(input);
    gate.close();
    // A second driver starts at the same offset again, as a replay does.
    gate = new GateHarness(directory.resolve("replay"));
    positions().put(input, position);

    gate.publish(ZERO, pay("A").publish("r1"));

    assertThat(gate.dispatched()).isEmpty();
    assertThat(gate.outcomes()).isEmpty();
    assertThat(gate.tally()).isEmpty();
  }

  @Test
  void hasTheTopologyThatTheDocumentsShow() throws IOException {
    String description =
        GateHarness.topology(
                GateHarness.CODECS, 4, () -> START, OutcomeForms.AVRO, GateReporting.NONE)
            .describe()
            .toString();

    try (InputStream golden = getClass().getResourceAsStream("/golden/gate-topology.txt")) {
      assertThat(golden).isNotNull();
      assertThat(description)
          .isEqualToNormalizingNewlines(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private KeyValueStore<String, byte[]> positions() {
    return gate.driver.getKeyValueStore(GateStores.POSITIONS);
  }

  private ApprovedAction admit(IntentMaker intent) {
    gate.publish(ZERO, intent.publish("r1"));
    return gate.dispatched().get(0);
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }
}
