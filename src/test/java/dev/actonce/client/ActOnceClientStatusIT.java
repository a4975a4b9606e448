package dev.actonce.client;

import static dev.actonce.client.Events.executor;
import static dev.actonce.client.Events.gate;
import static dev.actonce.client.PlayedPipeline.partitionOf;
import static dev.actonce.core.outcome.OutcomeStatus.ALREADY_DONE;
import static dev.actonce.core.outcome.OutcomeStatus.CONFLICT;
import static dev.actonce.core.outcome.OutcomeStatus.IN_PROGRESS;
import static dev.actonce.core.outcome.OutcomeStatus.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.outcome.OutcomeEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Statuses read from a real outcomes topic. */
@Timeout(180)
class ActOnceClientStatusIT {
  private static PlayedPipeline pipeline;
  private static ActOnceClient client;

  @BeforeAll
  static void start() {
    pipeline = new PlayedPipeline();
    client = pipeline.client().build();
  }

  @AfterAll
  static void stop() {
    client.close();
    pipeline.close();
  }

  @Test
  void findsTheStatusBehindManyOtherEvents() throws Exception {
    IdempotencyKey key = Events.key('m');
    pipeline.tell(executor(key, SUCCEEDED, 1, "original"));
    pipeline.tell(gate(key, CONFLICT, 1, "conflicting", "original"));
    List<OutcomeEvent> others = new ArrayList<>();
    for (int i = 0; i < 2 * StatusReader.Bounds.DEFAULT.chunkRecords(); i++) {
      others.add(gate(neighbour(key), ALREADY_DONE, 1, "request-" + i, "other"));
    }
    pipeline.tellAll(others);
    assertThat(client.status(key).status()).contains(SUCCEEDED);
  }

  @Test
  void doesNotHideTheEndBehindALateInProgress() throws Exception {
    IdempotencyKey key =
        client
            .publish(Intent.action("charge_card").intentId("invoice-1").build())
            .key()
            .orElseThrow();
    pipeline.tell(executor(key, SUCCEEDED, 1, "original"));
    pipeline.tell(gate(key, IN_PROGRESS, 1, "duplicate", "original"));
    assertThat(client.status("charge_card", "acme", "invoice-1").status()).contains(SUCCEEDED);
  }

  @Test
  void tellsARestartedAgentTheResultByKeyAndByBusinessId() throws Exception { // A11
    IdempotencyKey key;
    try (ActOnceClient crashed = pipeline.client().build()) {
      key =
          crashed
              .publish(Intent.action("charge_card").intentId("invoice-2").build())
              .key()
              .orElseThrow();
    }
    pipeline.tell(executor(key, SUCCEEDED, 1, "original"));

    for (Latest latest :
        List.of(client.status(key), client.status("charge_card", "acme", "invoice-2"))) {
      assertThat(latest.status()).contains(SUCCEEDED);
      assertThat(latest.outcome().orElseThrow().answer().result()).isNotNull();
    }
  }

  @Test
  void passesOverRecordsThatSayNothing() throws Exception {
    IdempotencyKey key = Events.key('n');
    pipeline.tell(executor(key, SUCCEEDED, 1, "original"));
    pipeline.tell(key.value(), null);
    pipeline.tell(key.value(), new byte[] {1, 2, 3});

    assertThat(client.status(key).status()).contains(SUCCEEDED);
  }

  @Test
  void knowsNothingOfAnUnusedKey() {
    Latest latest = client.status(Events.key('u'));
    assertThat(latest.isPending()).isTrue();
    assertThat(latest.advice()).contains("never published");
  }

  /** Another key on the same partition. */
  private static IdempotencyKey neighbour(IdempotencyKey key) {
    for (int i = 0; i < 1_000; i++) {
      IdempotencyKey candidate = new IdempotencyKey(IdempotencyKey.PREFIX + "%043d".formatted(i));
      if (partitionOf(candidate.value()) == partitionOf(key.value())) {
        return candidate;
      }
    }
    throw new AssertionError("no neighbour of " + key);
  }
}
