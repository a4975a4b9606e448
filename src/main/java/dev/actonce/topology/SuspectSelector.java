package dev.actonce.topology;

import dev.actonce.catalog.Catalog;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.suspect.Suspicion;
import dev.actonce.wire.Codecs;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends each admitted action of a watched tool to where its fingerprint belongs. Confined to the
 * stream thread.
 */
final class SuspectSelector implements Processor<byte[], byte[], byte[], byte[]> {
  private static final Logger log = LoggerFactory.getLogger(SuspectSelector.class);

  private final Catalog catalog;
  private final Codecs codecs;

  @SuppressWarnings("NullAway.Init") // Streams calls init before process.
  private ProcessorContext<byte[], byte[]> context;

  SuspectSelector(Catalog catalog, Codecs codecs) {
    this.catalog = catalog;
    this.codecs = codecs;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> given) {
    context = given;
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    ApprovedAction action;
    try {
      action = codecs.actions().decode(record.value());
    } catch (ActOnceException e) {
      // The executor that owns it puts it aside; here it is only not compared.
      log.warn("an approved action is not compared with others: {}", e.getMessage());
      return;
    }
    if (catalog
        .find(action.intent().action())
        .filter(t -> Suspicion.watches(t.policy()))
        .isEmpty()) {
      return;
    }
    byte[] fingerprint = action.fingerprint().value().getBytes(StandardCharsets.UTF_8);
    context.forward(
        new Record<>(
            fingerprint, codecs.suspects().encode(Suspicion.first(action)), record.timestamp()));
  }
}
