package dev.actonce.topology;

import dev.actonce.topology.FailedRecords.Place;
import dev.actonce.topology.FailedRecords.Position;
import dev.actonce.topology.FailedRecords.Step;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Notes at which record a processor failed, whatever it threw: Streams says it of exceptions only,
 * and as text. Confined to the stream thread.
 */
final class LocatingProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private final Processor<byte[], byte[], byte[], byte[]> processor;
  private final FailedRecords failed;

  @SuppressWarnings("NullAway.Init") // Streams calls init before process.
  private ProcessorContext<byte[], byte[]> context;

  LocatingProcessor(Processor<byte[], byte[], byte[], byte[]> processor, FailedRecords failed) {
    this.processor = processor;
    this.failed = failed;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> given) {
    context = given;
    processor.init(given);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    try {
      processor.process(record);
    } catch (RuntimeException | Error e) { // Only noted; the top of the thread decides.
      failed.note(e, new Place(Step.DECIDE, position()));
      throw e;
    }
  }

  private @Nullable Position position() {
    return context
        .recordMetadata()
        .map(at -> new Position(at.topic(), at.partition(), at.offset()))
        .orElse(null);
  }

  @Override
  public void close() {
    processor.close();
  }
}
