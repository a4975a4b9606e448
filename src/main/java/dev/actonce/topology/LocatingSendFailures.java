package dev.actonce.topology;

import dev.actonce.topology.FailedRecords.Place;
import dev.actonce.topology.FailedRecords.Position;
import dev.actonce.topology.FailedRecords.Step;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.errors.DefaultProductionExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's default for sends that failed, which also notes which record led to the send: Streams
 * throws it at a later one. Streams makes it by name. Thread-safe.
 */
public final class LocatingSendFailures extends DefaultProductionExceptionHandler {
  /** The {@link FailedRecords} that are told. */
  static final String NOTES = "actonce.failed.records";

  private @Nullable FailedRecords failed;

  /** For Streams. */
  public LocatingSendFailures() {}

  @Override
  public void configure(Map<String, ?> settings) {
    super.configure(settings);
    failed = settings.get(NOTES) instanceof FailedRecords given ? given : null;
  }

  @Override
  public Response handleError(
      ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
    if (failed != null) {
      // A punctuation has no record.
      Position at =
          context.topic() == null
              ? null
              : new Position(context.topic(), context.partition(), context.offset());
      failed.note(exception, new Place(Step.WRITE, at));
    }
    return super.handleError(context, record, exception);
  }
}
