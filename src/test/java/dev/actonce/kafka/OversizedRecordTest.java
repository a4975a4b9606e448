package dev.actonce.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

final class OversizedRecordTest {
  private final OversizedRecord.BoundedDeserializer deserializer =
      new OversizedRecord.BoundedDeserializer();

  @Test
  void readsWhatFitsAsItIs() {
    ByteBuffer data = ByteBuffer.wrap(new byte[] {1, 2, 3}, 1, 2);

    assertThat(deserializer.deserialize("t", new RecordHeaders(), data)).containsExactly(2, 3);
    assertThat(deserializer.deserialize("t", null)).isNull();
    assertThat(OversizedRecord.sizeOf(new byte[20])).isEmpty();
    assertThat(OversizedRecord.sizeOf(null)).isEmpty();
  }

  @Test
  void putsAMarkerInPlaceOfWhatIsTooLargeAndLetsGoOfItsMemory() {
    Headers headers = new RecordHeaders().add("a", new byte[1]).add("b", new byte[1]);
    int size = OversizedRecord.MAX_BYTES + 1;

    byte[] bytes = deserializer.deserialize("t", headers, ByteBuffer.allocate(size));

    assertThat(bytes).hasSizeLessThan(100);
    assertThat(OversizedRecord.sizeOf(bytes)).hasValue(size);
    assertThat(headers.toArray()).isEmpty();
  }
}
