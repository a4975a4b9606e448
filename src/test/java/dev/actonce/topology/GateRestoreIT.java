package dev.actonce.topology;

import static dev.actonce.topology.GateHarness.pay;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.SharedBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A gate gets its state back from the changelogs, however it ended and whatever was left of it. */
@LongRun
@SuppressWarnings("NullAway.Init")
class GateRestoreIT {
  private static final int PARTITIONS = 1;
  private static final int KEYS = 300;
  private static final int LARGE_KEYS = 40;
  private static final int LARGE_CHARS = 900_000;
  private static final String GATE = "gate";

  /** Many small batches in the changelogs, so that a slow reader needs many fetches. */
  private static final GateProcess.Options SMALL_BATCHES =
      GateProcess.Options.DEFAULT.withClientProperties("producer.batch.size=1024");

  /** One batch per fetch, and every fetch waits for more than there is. */
  private static final GateProcess.Options SLOW_RESTORE =
      GateProcess.Options.DEFAULT.withClientProperties(
          "restore.consumer.fetch.max.bytes=1",
          "restore.consumer.max.partition.fetch.bytes=1",
          "restore.consumer.max.poll.records=1",
          "restore.consumer.fetch.min.bytes=50000000",
          "restore.consumer.fetch.max.wait.ms=200");

  @TempDir private Path directory;
  private KafkaConfig kafka;

  @BeforeEach
  void createTopics() {
    kafka = SharedBroker.kafka("restore");
    try (TopicProvisioner provisioner = TopicProvisioner.open(new ClientSettings(kafka))) {
      provisioner.create(PARTITIONS, 1);
    }
  }

  /**
   * Each segment of the memory store is a database of its own. After the kill the new segment has
   * more on disk than the old one, and only the newest one's offset says what is restored.
   */
  @Test
  void blocksEveryKeyWhenItIsKilledAfterItsMemoryGrewIntoANewSegment() {
    try (GateClient client = new GateClient(kafka, PARTITIONS);
        GateClient.Reader dispatch = client.reader(client.names.dispatch());
        GateClient.Reader outcomes = client.reader(client.names.outcomes())) {
      GateProcess gate = start(GateProcess.Options.DEFAULT).awaitReady();
      try {
        perform(client, dispatch, KEYS, "{}");
        assertBlocked(client, dispatch, outcomes, "before", 0);
        gate.setClockForward();
        perform(client, dispatch, KEYS + LARGE_KEYS, "\"" + "x".repeat(LARGE_CHARS) + "\"");
        // Only the large ones: a duplicate moves its key into the new segment.
        assertBlocked(client, dispatch, outcomes, "later", KEYS);
        assertThat(files().segments()).hasSize(2);
        Awaitility.await("the new segment is on disk")
            .atMost(GateClient.PATIENCE)
            .until(() -> !files().newestTables().isEmpty());
      } finally {
        gate.kill();
      }
      restartAndAssertBlocked(
          client,
          dispatch,
          outcomes,
          GateProcess.Options.DEFAULT.withClockAhead(GateProcessMain.STEP));
    }
  }

  /** How a gate ends in the middle of a restore. */
  enum Ending {
    STOP,
    KILL
  }

  @ParameterizedTest
  @EnumSource
  void blocksEveryKeyAfterItEndedInTheMiddleOfTheRestoreOfAMissingStore(Ending ending) { // K09
    try (GateClient client = new GateClient(kafka, PARTITIONS);
        GateClient.Reader dispatch = client.reader(client.names.dispatch());
        GateClient.Reader outcomes = client.reader(client.names.outcomes())) {
      try (GateProcess gate = start(SMALL_BATCHES).awaitReady()) {
        perform(client, dispatch, KEYS, "{}");
        assertBlocked(client, dispatch, outcomes, "before", 0);
        gate.stop();
      }
      files().delete();

      endInTheMiddle(ending, () -> !files().segments().isEmpty());

      restartAndAssertBlocked(client, dispatch, outcomes, GateProcess.Options.DEFAULT);
    }
  }

  /** Its offset lies before the start of the changelog, which has gone on without it. */
  @ParameterizedTest
  @EnumSource
  void blocksEveryKeyAfterItEndedInTheMiddleOfTheRestoreOfACorruptedTask(Ending ending)
      throws Exception { // K09
    try (GateClient client = new GateClient(kafka, PARTITIONS);
        GateClient.Reader dispatch = client.reader(client.names.dispatch());
        GateClient.Reader outcomes = client.reader(client.names.outcomes())) {
      try (GateProcess gate = start(SMALL_BATCHES).awaitReady()) {
        perform(client, dispatch, KEYS, "{}");
        assertBlocked(client, dispatch, outcomes, "before", 0);
        gate.stop();
      }
      try (GateProcess other =
          GateProcess.start(kafka, directory, "other", SMALL_BATCHES).awaitReady()) {
        long end = memoryChangelogEnd();
        assertBlocked(client, dispatch, outcomes, "meanwhile", 0);
        // What is deleted below must be written once more: it is the first key's entry.
        assertBlocked(client, dispatch, outcomes, "once more", 0);
        other.stop();
        deleteMemoryChangelogBefore(end + 1);
      }
      FileTime written = Files.getLastModifiedTime(files().segments().get(0));

      endInTheMiddle(
          ending,
          () -> {
            List<Path> segments = files().segments();
            return !segments.isEmpty()
                && !Files.getLastModifiedTime(segments.get(0)).equals(written);
          });

      restartAndAssertBlocked(client, dispatch, outcomes, GateProcess.Options.DEFAULT);
    }
  }

  private void endInTheMiddle(Ending ending, Callable<Boolean> restoring) {
    try (GateProcess gate = start(SLOW_RESTORE)) {
      // A gate that wipes its task may delete a file while it is looked at.
      Awaitility.await("restore begins")
          .atMost(GateClient.PATIENCE)
          .ignoreExceptionsMatching(
              e -> e instanceof IOException || e instanceof UncheckedIOException)
          .until(restoring);
      if (ending == Ending.STOP) {
        gate.stop();
      } else {
        gate.kill();
      }
      assertThat(gate.isReady()).as("it was in the middle of its restore").isFalse();
    }
  }

  private TopicPartition memoryChangelog() {
    return new TopicPartition(kafka.topicPrefix() + "gate-" + GateStores.MEMORY + "-changelog", 0);
  }

  private long memoryChangelogEnd() throws Exception {
    try (Admin admin = Admin.create(new ClientSettings(kafka).admin("test"))) {
      return admin
          .listOffsets(Map.of(memoryChangelog(), OffsetSpec.latest()))
          .partitionResult(memoryChangelog())
          .get()
          .offset();
    }
  }

  private void deleteMemoryChangelogBefore(long offset) throws Exception {
    try (Admin admin = Admin.create(new ClientSettings(kafka).admin("test"))) {
      admin
          .deleteRecords(Map.of(memoryChangelog(), RecordsToDelete.beforeOffset(offset)))
          .all()
          .get();
    }
  }

  private void restartAndAssertBlocked(
      GateClient client,
      GateClient.Reader dispatch,
      GateClient.Reader outcomes,
      GateProcess.Options options) {
    try (GateProcess gate = start(options).awaitReady()) {
      assertBlocked(client, dispatch, outcomes, "after", 0);
      gate.stop();
    }
  }

  private GateProcess start(GateProcess.Options options) {
    return GateProcess.start(kafka, directory, GATE, options);
  }

  /** Publishes and finishes keys until there are so many. */
  private static void perform(
      GateClient client, GateClient.Reader dispatch, int upTo, String result) {
    int first = dispatch.awaitActions(0).size();
    for (int i = first; i < upTo; i++) {
      client.publishSoon(pay("o" + i).intentId("o" + i).publish("first-" + i));
    }
    client.flush();
    List<ApprovedAction> actions = dispatch.awaitActions(upTo);
    for (ApprovedAction action : actions.subList(first, upTo)) {
      client.finishSoon(action.key(), succeeded(action, result));
    }
    client.flush();
  }

  private static OutcomeEvent succeeded(ApprovedAction action, String result) {
    OutcomeEvent plain = GateHarness.executed(action, OutcomeStatus.SUCCEEDED, Instant.now());
    return new OutcomeEvent(
        plain.key(),
        plain.generation(),
        plain.about(),
        plain.status(),
        OutcomeEvent.Answer.result(result, "ref", "advice"),
        plain.history(),
        plain.at(),
        plain.publisher());
  }

  /** Sends every key from the first on again: each is answered, and none is admitted. */
  private static void assertBlocked(
      GateClient client,
      GateClient.Reader dispatch,
      GateClient.Reader outcomes,
      String round,
      int first) {
    int admitted = dispatch.awaitActions(0).size();
    Set<String> asked = new HashSet<>();
    for (int i = first; i < admitted; i++) {
      asked.add(round + "-" + i);
      client.publishSoon(pay("o" + i).intentId("o" + i).publish(round + "-" + i));
    }
    client.flush();
    Set<String> answered = new HashSet<>();
    Awaitility.await("answers to " + round)
        .atMost(GateClient.PATIENCE)
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> {
              outcomes.poll().stream()
                  .map(record -> GateHarness.CODECS.outcomes().decode(record.value()))
                  .filter(event -> event.status() == OutcomeStatus.ALREADY_DONE)
                  .forEach(event -> answered.add(event.about().requestId()));
              dispatch.poll();
              return answered.containsAll(asked) || dispatch.awaitActions(0).size() > admitted;
            });
    assertThat(dispatch.awaitActions(0).size()).as("admissions").isEqualTo(admitted);
  }

  private StateFiles files() {
    return StateFiles.of(GateProcess.state(directory, GATE), kafka.topicPrefix());
  }
}
