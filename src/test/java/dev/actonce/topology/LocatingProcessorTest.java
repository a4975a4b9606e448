package dev.actonce.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.topology.FailedRecords.Place;
import dev.actonce.topology.FailedRecords.Position;
import dev.actonce.topology.FailedRecords.Step;
import java.util.List;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;

class LocatingProcessorTest {
  private final FailedRecords failed = new FailedRecords();

  @Test
  void notesTheRecordAtWhichAnErrorWasThrown() {
    StackOverflowError thrown = new StackOverflowError();
    Processor<byte[], byte[], byte[], byte[]> deep =
        record -> {
          throw thrown;
        };
    MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
    context.setRecordMetadata("actonce.intents", 3, 17);
    LocatingProcessor processor = new LocatingProcessor(deep, failed);
    processor.init(context);

    assertThatThrownBy(() -> processor.process(new Record<>(new byte[0], new byte[0], 0)))
        .isSameAs(thrown);
    assertThat(failed.of(List.of(new IllegalStateException(), thrown)))
        .contains(new Place(Step.DECIDE, new Position("actonce.intents", 3, 17)));
  }

  @Test
  void keepsTheNewestOnly() {
    Exception first = new Exception();
    failed.note(first, new Place(Step.READ, null));
    for (int i = 0; i < FailedRecords.KEPT; i++) {
      failed.note(new Exception(), new Place(Step.READ, null));
    }

    assertThat(failed.of(List.of(first))).isEmpty();
  }
}
