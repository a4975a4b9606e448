package dev.actonce.topology;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.gate.Closing;
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
    if (record.value() == null) {
      task.deadLetter(record, at, DeadLetterReason.NO_VALUE, "an outcome must have a value");
      task.commits().worked(Commits.Urgency.TRAILING);
    } else {
      task.commits().worked(decode(record, at));
    }
  }

  private Commits.Urgency decode(Record<byte[], byte[]> record, RecordMetadata at) {
    OutcomeEvent event;
    try {
      event = parts.codecs().outcomes().decode(record.value(), record.headers());
    } catch (ActOnceException e) {
      task.putAside(record, at, e);
      return Commits.Urgency.TRAILING;
    }
    return event.publisher() == OutcomeEvent.Publisher.EXECUTOR
        ? place(record, at, event)
        : Commits.Urgency.TRAILING;
  }

  private Commits.Urgency place(
      Record<byte[], byte[]> record, RecordMetadata at, OutcomeEvent event) {
    IdempotencyKey key = event.key();
    byte[] bytes = key == null ? new byte[0] : KeyPartitions.bytes(key);
    if (key == null
        || !Arrays.equals(record.key(), bytes)
        || parts.partitions().of(bytes) != at.partition()) {
      String message = "an executor's outcome of key=" + key + " must be under that key";
      task.deadLetter(record, at, DeadLetterReason.OUTCOME_MISPLACED, message);
      return Commits.Urgency.TRAILING;
    }
    return apply(key, event, record.timestamp());
  }

  private Commits.Urgency apply(IdempotencyKey key, OutcomeEvent event, long arrivedAtMs) {
    KeyStates.Stored stored = task.states().load(key);
    String action = event.about().action();
    Closing closing =
        Closing.apply(
            event,
            stored.state(),
            parts.screener().safety(action),
            Instant.ofEpochMilli(arrivedAtMs));
    task.states().save(stored, closing.next());
    count(event, stored.state().open(), closing, arrivedAtMs);
    if (closing.outcome() == null) {
      return Commits.Urgency.TRAILING;
    }
    task.sinks().outcome(closing.outcome(), arrivedAtMs);
    return Commits.Urgency.AWAITED;
  }

  private void count(
      OutcomeEvent event, @Nullable OpenEntry before, Closing closing, long arrivedAtMs) {
    OutcomeEvent.About about = event.about();
    Tally.Subject subject = parts.screener().subject(about.action(), about.scope().tenant());
    task.tally().outcome(subject, event.status());
    if (before == null || closing.next().open() != null) {
      return;
    }
    Doubts.settledBy(event, before).ifPresent(by -> task.tally().settled(subject.action(), by));
    Instant admittedAt = event.history().admittedAt();
    if (admittedAt != null) {
      Duration took = Duration.between(admittedAt, Instant.ofEpochMilli(arrivedAtMs));
      listener.ended(about.action(), event.status(), took);
    }
  }
}
