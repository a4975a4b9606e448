package dev.actonce.topology;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.gate.KeyUpdate;
import dev.actonce.core.gate.OpenEntry;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.kafka.KeyPartitions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Moves keys as the executors' outcomes say. Confined to the stream thread. */
final class OutcomeProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final byte[] GATE = GateSinks.PUBLISHER.getBytes(StandardCharsets.UTF_8);

  private final GateParts parts;
  private final GateListener listener;

  @SuppressWarnings("NullAway.Init") // Streams calls init before process.
  private GateTask task;

  OutcomeProcessor(GateParts parts, GateListener listener) {
    this.parts = parts;
    this.listener = listener;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> context) {
    task = parts.task(context);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    Header publisher = record.headers().lastHeader(GateSinks.PUBLISHER_HEADER);
    if (publisher != null && Arrays.equals(publisher.value(), GATE)) {
      // Nothing was done, so its offset can wait for the next commit.
      return;
    }
    RecordMetadata at = task.position();
    if (!task.positions().advance(at, record.timestamp())) {
      return;
    }
    Effects effects = task.handle(record, at, () -> effects(record, at));
    task.commits()
        .worked(
            effects != null && effects.isAwaited()
                ? Commits.Urgency.AWAITED
                : Commits.Urgency.TRAILING);
  }

  private Effects effects(Record<byte[], byte[]> record, RecordMetadata at) {
    OutcomeEvent event = parts.codecs().outcomes().decode(record.value(), record.headers());
    if (event.publisher() != OutcomeEvent.Publisher.EXECUTOR) {
      return new Effects(task.sinks());
    }
    IdempotencyKey key = event.key();
    byte[] bytes = key == null ? new byte[0] : KeyPartitions.bytes(key);
    if (key == null
        || !Arrays.equals(record.key(), bytes)
        || parts.partitions().of(bytes) != at.partition()) {
      throw new RecordGuard.PutAside(
          DeadLetterReason.OUTCOME_MISPLACED,
          "an executor's outcome of key=" + key + " must be under that key");
    }
    return close(key, event, record.timestamp());
  }

  private Effects close(IdempotencyKey key, OutcomeEvent event, long arrivedAtMs) {
    KeyStates.Stored stored = task.states().load(key);
    KeyUpdate closing =
        KeyUpdate.apply(
            event,
            stored.state(),
            parts.rules().closingPolicy(event.about().action()),
            Instant.ofEpochMilli(arrivedAtMs));
    Effects effects = new Effects(task.sinks()).state(task.states(), stored, closing.next());
    count(event, stored.state().open(), closing, arrivedAtMs, effects);
    if (closing.outcome() != null) {
      effects.outcome(closing.outcome(), arrivedAtMs);
    }
    return effects;
  }

  private void count(
      OutcomeEvent event,
      @Nullable OpenEntry before,
      KeyUpdate closing,
      long arrivedAtMs,
      Effects effects) {
    OutcomeEvent.About about = event.about();
    Tally.Subject subject = parts.rules().subject(about.action(), about.scope().tenant());
    effects.count(Tally.outcome(subject, event.status()));
    if (before == null || closing.next().open() != null) {
      return;
    }
    DoubtEnd.settledBy(event, before)
        .ifPresent(by -> effects.count(Tally.settled(subject.action(), by)));
    Instant admittedAt = event.history().admittedAt();
    if (admittedAt != null) {
      Duration took = Duration.between(admittedAt, Instant.ofEpochMilli(arrivedAtMs));
      effects.tell(() -> listener.ended(about.action(), event.status(), took));
    }
  }
}
