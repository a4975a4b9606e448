package dev.actonce.topology;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.gate.Arrival;
import dev.actonce.core.gate.Gate;
import dev.actonce.core.gate.Screening;
import dev.actonce.core.gate.Verdict;
import dev.actonce.core.key.Derivation.Derived;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.wire.JsonIntents;
import dev.actonce.wire.ReceivedIntent;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Carries out the gate's verdict over each published intent. Confined to the stream thread. */
final class IntentProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private final GateParts parts;
  private final GateListener listener;

  @SuppressWarnings("NullAway.Init") // Streams calls init before process.
  private GateTask task;

  IntentProcessor(GateParts parts, GateListener listener) {
    this.parts = parts;
    this.listener = listener;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> context) {
    task = parts.task(context);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordMetadata at = task.position();
    if (!task.positions().advance(at, record.timestamp())) {
      return;
    }
    task.handle(record, at, () -> effects(record, at));
    task.commits().worked(Commits.Urgency.AWAITED);
  }

  private Effects effects(Record<byte[], byte[]> record, RecordMetadata at) {
    ReceivedIntent received =
        JsonIntents.isAnnounced(record.headers())
            ? JsonIntents.read(record.value())
            : ReceivedIntent.of(parts.codecs().intents().decode(record.value(), record.headers()));
    RecordGuard.Result<Effects> decided = RecordGuard.attempt(() -> screen(record, at, received));
    Effects effects = decided.value();
    if (effects != null) {
      return effects;
    }
    RecordGuard.Fault fault = Objects.requireNonNull(decided.fault());
    if (fault.reason() != DeadLetterReason.UNPROCESSABLE) {
      throw new RecordGuard.PutAside(fault.reason(), fault.message());
    }
    return refused(
            Screening.refuseUnprocessable(received.intent(), arrivedAt(record)),
            received.intent(),
            record.timestamp())
        .putAside(fault);
  }

  private Effects screen(
      Record<byte[], byte[]> record, RecordMetadata at, ReceivedIntent received) {
    ActionIntent intent = received.intent();
    Screening screening =
        received.problem() == null
            ? Screening.screen(intent, parts.rules(), arrivedAt(record))
            : Screening.refuseMalformed(intent, received.problem(), arrivedAt(record));
    return screening.match(
        passed -> place(record, at, intent, passed),
        refused -> refused(refused, intent, record.timestamp()));
  }

  private Effects refused(Screening.Refused refused, ActionIntent intent, long arrivedAtMs) {
    return new Effects(task.sinks())
        .count(Tally.refused(subject(intent), refused.outcome()))
        .outcome(refused.outcome(), arrivedAtMs)
        .tell(() -> decided(arrivedAtMs));
  }

  private Effects place(
      Record<byte[], byte[]> record,
      RecordMetadata at,
      ActionIntent intent,
      Screening.Passed passed) {
    Derived derived = passed.derived();
    byte[] key = KeyPartitions.bytes(derived.key());
    boolean inPlace =
        Arrays.equals(record.key(), key) && parts.partitions().of(key) == at.partition();
    if (inPlace) {
      return decide(new Arrival(intent, derived, arrivedAt(record)), passed.policy());
    }
    if (at.topic().equals(parts.names().rerouted())) {
      // The gate itself never writes such a record; sending it on could go on forever.
      throw new RecordGuard.PutAside(
          DeadLetterReason.REROUTED_WRONG,
          "key=" + derived.key() + " belongs to partition " + parts.partitions().of(key));
    }
    return new Effects(task.sinks())
        .count(Tally.rerouted(intent.action()))
        .reroute(key, intent, record.timestamp());
  }

  private Effects decide(Arrival arrival, ToolPolicy policy) {
    KeyStates.Stored stored = task.states().load(arrival.derived().key());
    ActionIntent intent = arrival.intent();
    Verdict verdict = Gate.decide(arrival, stored.state(), policy);
    long arrivedAtMs = arrival.arrivedAt().toEpochMilli();
    Effects effects =
        new Effects(task.sinks())
            .state(task.states(), stored, verdict.next())
            .count(Tally.verdict(subject(intent), verdict));
    if (verdict.dispatch() != null) {
      effects.dispatch(verdict.dispatch(), arrivedAtMs);
    }
    if (verdict.outcome() != null) {
      effects.outcome(verdict.outcome(), arrivedAtMs);
    }
    return effects.tell(() -> decided(arrivedAtMs));
  }

  private void decided(long arrivedAtMs) {
    listener.decided(Duration.ofMillis(parts.clock().millis() - arrivedAtMs));
  }

  private static Instant arrivedAt(Record<byte[], byte[]> record) {
    return Instant.ofEpochMilli(record.timestamp());
  }

  private Tally.Subject subject(ActionIntent intent) {
    return parts.rules().subject(intent.action(), intent.scope().tenant());
  }
}
