package dev.actonce.topology;

import dev.actonce.catalog.Catalog;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.suspect.Suspicion;
import dev.actonce.wire.Codecs;
import java.nio.charset.StandardCharsets;
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
    skips
        .read(record.value(), codecs.actions()::decode, context.recordMetadata().orElse(null))
        .ifPresent(action -> select(action, record.timestamp()));
  }

  private void select(ApprovedAction action, long timestamp) {
    if (catalog
        .find(action.intent().action())
        .filter(t -> Suspicion.watches(t.policy()))
        .isEmpty()) {
      return;
    }
    byte[] fingerprint = action.fingerprint().value().getBytes(StandardCharsets.UTF_8);
    context.forward(
        new Record<>(fingerprint, codecs.suspects().encode(Suspicion.first(action)), timestamp));
  }
}
