package dev.actonce.topology;

import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** What a processor of one task works with. Confined to the stream thread. */
record GateTask(
    ProcessorContext<byte[], byte[]> context,
    KeyStates states,
    Tally tally,
    InputPositions positions,
    GateSinks sinks,
    Commits commits) {

  /** Where the record at hand was read. */
  RecordMetadata position() {
    return context
        .recordMetadata()
        .orElseThrow(() -> new IllegalStateException("a record of no topic"));
  }

  void deadLetter(
      Record<byte[], byte[]> record, RecordMetadata at, DeadLetterReason reason, String message) {
    tally.deadLetter(reason);
    sinks.deadLetter(record, at, reason, message);
  }
}
