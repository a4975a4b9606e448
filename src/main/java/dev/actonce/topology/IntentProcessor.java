package dev.actonce.topology;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.gate.Arrival;
import dev.actonce.core.gate.Gate;
import dev.actonce.core.gate.Screening;
import dev.actonce.core.gate.Sighting;
import dev.actonce.core.gate.Verdict;
import dev.actonce.core.key.Derivation.Derived;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.wire.JsonIntents;
import dev.actonce.wire.ReceivedIntent;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
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
    if (record.value() == null) {
      task.deadLetter(record, at, DeadLetterReason.NO_VALUE, "an intent must have a value");
    } else {
      decode(record, at);
    }
    task.commits().worked(Commits.Urgency.AWAITED);
  }

  private void decode(Record<byte[], byte[]> record, RecordMetadata at) {
    ReceivedIntent received;
    try {
      received =
          JsonIntents.isAnnounced(record.headers())
              ? JsonIntents.read(record.value())
              : ReceivedIntent.of(
                  parts.codecs().intents().decode(record.value(), record.headers()));
    } catch (ActOnceException e) {
      task.putAside(record, at, e);
      return;
    }
    Instant arrivedAt = Instant.ofEpochMilli(record.timestamp());
    ActionIntent intent = received.intent();
    Screening screening =
        received.problem() == null
            ? parts.screener().screen(intent, arrivedAt)
            : parts.screener().refuse(intent, received.problem(), arrivedAt);
    if (screening instanceof Screening.Refused refused) {
      task.tally().refused(subject(intent), refused.outcome());
      task.sinks().outcome(refused.outcome(), record.timestamp());
      decided(record.timestamp());
    } else if (screening instanceof Screening.Passed passed) {
      place(record, at, intent, passed.derived());
    }
  }

  private void place(
      Record<byte[], byte[]> record, RecordMetadata at, ActionIntent intent, Derived derived) {
    byte[] key = KeyPartitions.bytes(derived.key());
    boolean inPlace =
        Arrays.equals(record.key(), key) && parts.partitions().of(key) == at.partition();
    boolean rerouted = at.topic().equals(parts.names().rerouted());
    if (inPlace) {
      Sighting.Topic topic = rerouted ? Sighting.Topic.REROUTED : Sighting.Topic.INTENTS;
      decide(
          new Arrival(
              intent,
              derived,
              Instant.ofEpochMilli(record.timestamp()),
              new Sighting(topic, at.offset())));
    } else if (rerouted) {
      // The gate itself never writes such a record; sending it on could go on forever.
      String message =
          "key=" + derived.key() + " belongs to partition " + parts.partitions().of(key);
      task.deadLetter(record, at, DeadLetterReason.REROUTED_WRONG, message);
    } else {
      task.tally().rerouted(intent.action());
      task.sinks().reroute(key, intent, record.timestamp());
    }
  }

  private void decide(Arrival arrival) {
    KeyStates.Stored stored = task.states().load(arrival.derived().key());
    ActionIntent intent = arrival.intent();
    Verdict verdict =
        Gate.decide(arrival, stored.state(), parts.screener().policy(intent.action()));
    task.states().save(stored, verdict.next());
    task.tally().verdict(subject(intent), verdict);
    long arrivedAtMs = arrival.arrivedAt().toEpochMilli();
    if (verdict.dispatch() != null) {
      task.sinks().dispatch(verdict.dispatch(), arrivedAtMs);
    }
    if (verdict.outcome() != null) {
      task.sinks().outcome(verdict.outcome(), arrivedAtMs);
    }
    decided(arrivedAtMs);
  }

  private void decided(long arrivedAtMs) {
    listener.decided(Duration.ofMillis(parts.clock().millis() - arrivedAtMs));
  }

  private Tally.Subject subject(ActionIntent intent) {
    return parts.screener().subject(intent.action(), intent.scope().tenant());
  }
}
