package dev.actonce.topology;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
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

  /**
   * Puts a record aside that cannot be decoded.
   *
   * @throws ActOnceException the error, if it says nothing against the record: a registry that is
   *     away. The record is read again then
   */
  void putAside(Record<byte[], byte[]> record, RecordMetadata at, ActOnceException error) {
    if (error.code() != ErrorCode.UNDECODABLE) {
      throw error;
    }
    deadLetter(record, at, DeadLetterReason.UNDECODABLE, String.valueOf(error.getMessage()));
  }
}
