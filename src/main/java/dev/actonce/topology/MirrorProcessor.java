package dev.actonce.topology;

import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.kafka.OversizedRecord;
import dev.actonce.wire.JsonIntents;
import dev.actonce.wire.JsonOutcomes;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells every outcome again in JSON, under the same record key. It reads the topic of outcomes, so
 * each partition of the mirror has the original's order, and the mirrored record and the offset of
 * the original are one transaction. Confined to the stream thread.
 */
final class MirrorProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  /** Longest key and text together; well below what the gate's producer takes. */
  static final int MAX_BYTES = 2 * 1024 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(MirrorProcessor.class);

  private final GateParts parts;

  @SuppressWarnings("NullAway.Init") // Streams calls init before process.
  private ProcessorContext<byte[], byte[]> context;

  @SuppressWarnings("NullAway.Init")
  private Commits commits;

  MirrorProcessor(GateParts parts) {
    this.parts = parts;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> newContext) {
    context = newContext;
    commits = new Commits(newContext, parts.pacers());
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    if (record.value() == null
        || OversizedRecord.sizeOf(record.value()).isPresent()
        || OversizedRecord.sizeOf(record.key()).isPresent()) {
      return; // OutcomeProcessor puts it aside.
    }
    RecordGuard.Result<Record<byte[], byte[]>> result = RecordGuard.attempt(() -> mirrored(record));
    RecordGuard.Fault fault = result.fault();
    if (fault != null) {
      // OutcomeProcessor puts aside what cannot be read.
      LOG.debug("an outcome is not told in JSON: {}", fault.message());
    }
    Record<byte[], byte[]> mirrored = result.value();
    if (mirrored != null) {
      context.forward(mirrored);
      commits.worked(Commits.Urgency.AWAITED);
    }
  }

  private @Nullable Record<byte[], byte[]> mirrored(Record<byte[], byte[]> record) {
    OutcomeEvent event = parts.codecs().outcomes().decode(record.value(), record.headers());
    int room = MAX_BYTES - (record.key() == null ? 0 : record.key().length);
    byte[] json = JsonOutcomes.encode(event, room);
    if (json.length > room) {
      LOG.warn("the outcome of key={} is too large for JSON and is told in Avro only", event.key());
      return null;
    }
    Headers headers = new RecordHeaders();
    headers.add(JsonIntents.HEADER, JsonIntents.MEDIA_TYPE.getBytes(StandardCharsets.UTF_8));
    return new Record<>(record.key(), json, record.timestamp(), headers);
  }
}
