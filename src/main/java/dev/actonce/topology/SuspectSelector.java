package dev.actonce.topology;

import dev.actonce.catalog.Catalog;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.suspect.Suspicion;
import dev.actonce.wire.Codecs;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Sends each admitted action of a watched tool to where its fingerprint belongs. Confined to the
 * stream thread.
 */
final class SuspectSelector implements Processor<byte[], byte[], byte[], byte[]> {
  private final Catalog catalog;
  private final Codecs codecs;
  private final SuspectSkips skips;

  @SuppressWarnings("NullAway.Init") // Streams calls init before process.
  private ProcessorContext<byte[], byte[]> context;

  SuspectSelector(Catalog catalog, Codecs codecs, SuspectSkips skips) {
    this.catalog = catalog;
    this.codecs = codecs;
    this.skips = skips;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> given) {
    context = given;
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    // What is unreadable here, the executor that owns it puts aside.
    Optional<Optional<KeyValue<byte[], byte[]>>> read =
        skips.read(record.value(), this::select, context.recordMetadata().orElse(null));
    read.flatMap(sent -> sent)
        .ifPresent(sent -> context.forward(new Record<>(sent.key, sent.value, record.timestamp())));
  }

  /** The fingerprint and what is sent under it, of an action of a watched tool. */
  private Optional<KeyValue<byte[], byte[]>> select(byte[] value) {
    ApprovedAction action = codecs.actions().decode(value);
    return catalog
        .find(action.intent().action())
        .filter(tool -> Suspicion.watches(tool.policy()))
        .map(
            tool ->
                KeyValue.pair(
                    action.fingerprint().value().getBytes(StandardCharsets.UTF_8),
                    codecs.suspects().encode(Suspicion.first(action))));
  }
}
