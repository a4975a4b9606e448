package dev.actonce.topology;

import java.util.function.Supplier;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

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

  /**
   * Handles one record: computes what it leads to, then writes it. A record that cannot be handled
   * goes to dead letters instead.
   *
   * @param step computes; writes nothing
   * @return what it led to; null if the record was put aside
   */
  @Nullable Effects handle(
      Record<byte[], byte[]> record, RecordMetadata at, Supplier<Effects> step) {
    RecordGuard.Result<Effects> result = RecordGuard.attempt(() -> readable(record, step));
    Effects effects = result.value();
    if (effects != null) {
      effects.carryOut(this);
    }
    RecordGuard.Fault fault = effects == null ? result.fault() : effects.fault();
    if (fault != null) {
      tally.deadLetter(fault.reason());
      sinks.deadLetter(record, at, fault.reason(), fault.message());
    }
    return effects;
  }

  private static Effects readable(Record<byte[], byte[]> record, Supplier<Effects> step) {
    RecordGuard.requireRead("key", record.key());
    RecordGuard.requireRead("value", record.value());
    if (record.value() == null) {
      throw new RecordGuard.PutAside(DeadLetterReason.NO_VALUE, "a record here must have a value");
    }
    return step.get();
  }
}
