package dev.actonce.topology;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.kafka.DeadLetter;
import dev.actonce.kafka.DeadLetterLog;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.wire.Codecs;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Writes the gate's records. Confined to the stream thread. */
final class GateSinks {
  static final String DISPATCH = "gate-dispatch";
  static final String OUTCOMES = "gate-outcomes-out";
  static final String OUTCOMES_JSON = "gate-outcomes-json-out";
  static final String REROUTED = "gate-rerouted-out";
  static final String DEAD_LETTERS = "gate-dead-letters";

  /** Marks the gate's own outcomes, so that it skips them without decoding. */
  static final String PUBLISHER_HEADER = "actonce-publisher";

  static final String PUBLISHER = "gate";

  /**
   * Longest record; the gate's producer takes a little more. Only a writer that none of ours is
   * brings about a longer one.
   */
  static final int MAX_BYTES = 3 * 1024 * 1024 - 64 * 1024;

  private final ProcessorContext<byte[], byte[]> context;
  private final Codecs codecs;
  private final DeadLetterLog log;

  GateSinks(ProcessorContext<byte[], byte[]> context, Codecs codecs, DeadLetterLog log) {
    this.context = context;
    this.codecs = codecs;
    this.log = log;
  }

  /**
   * A record that is encoded and fits.
   *
   * @param sink where it goes
   */
  record Outgoing(Record<byte[], byte[]> record, String sink) {
    Outgoing {
      int bytes = record.key().length + record.value().length;
      if (bytes > MAX_BYTES) {
        throw new IllegalArgumentException(
            "it leads to a record of " + bytes + " bytes; " + MAX_BYTES + " fit");
      }
    }
  }

  void send(Outgoing outgoing) {
    context.forward(outgoing.record(), outgoing.sink());
  }

  Outgoing dispatch(ApprovedAction action, long arrivedAtMs) {
    return new Outgoing(
        new Record<>(
            KeyPartitions.bytes(action.key()), codecs.actions().encode(action), arrivedAtMs),
        DISPATCH);
  }

  /** Tells an outcome, under its key, or under the requestId when there is no key. */
  Outgoing outcome(OutcomeEvent event, long arrivedAtMs) {
    IdempotencyKey key = event.key();
    String recordKey = key == null ? event.about().requestId() : key.value();
    Headers headers = new RecordHeaders();
    headers.add(PUBLISHER_HEADER, PUBLISHER.getBytes(StandardCharsets.UTF_8));
    return new Outgoing(
        new Record<>(
            recordKey.getBytes(StandardCharsets.UTF_8),
            codecs.outcomes().encode(event, headers),
            arrivedAtMs,
            headers),
        OUTCOMES);
  }

  /**
   * Sends an intent to where its key belongs, in the gate's own encoding: a foreign one may lean on
   * its record's headers, or be far larger than what it says.
   */
  Outgoing reroute(byte[] key, ActionIntent intent, long arrivedAtMs) {
    return new Outgoing(new Record<>(key, codecs.rerouted().encode(intent), arrivedAtMs), REROUTED);
  }

  /** Puts a record aside for people. Its partition moves on. */
  void deadLetter(
      Record<byte[], byte[]> record, RecordMetadata at, DeadLetterReason reason, String message) {
    DeadLetter.Source source =
        new DeadLetter.Source(at.topic(), at.partition(), at.offset(), record.timestamp());
    log.note(source, reason.name(), message);
    DeadLetter letter =
        reason == DeadLetterReason.TOO_LARGE
            ? DeadLetter.withoutContents(source, reason.name(), message)
            : DeadLetter.of(
                source, record.key(), record.value(), record.headers(), reason.name(), message);
    context.forward(
        new Record<>(letter.key(), letter.value(), record.timestamp(), letter.headers()),
        DEAD_LETTERS);
  }
}
