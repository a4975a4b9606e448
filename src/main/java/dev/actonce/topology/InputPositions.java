package dev.actonce.topology;

import dev.actonce.core.gate.InputPosition;
import java.nio.ByteBuffer;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The {@link InputPosition} of each input partition, kept in a store of the gate. The group's
 * offsets can expire or be deleted, and then the inputs are read from their start again, perhaps
 * long after the memory of their keys is gone. Confined to the stream thread.
 */
final class InputPositions {
  private static final int BYTES = 2 * Long.BYTES;

  private final KeyValueStore<String, byte[]> positions;

  InputPositions(ProcessingContext context) {
    this(context.<KeyValueStore<String, byte[]>>getStateStore(GateStores.POSITIONS));
  }

  InputPositions(KeyValueStore<String, byte[]> positions) {
    this.positions = positions;
  }

  /**
   * Notes that a record is worked off now.
   *
   * @param arrivedAtMs its arrival time
   * @return false if it was worked off before, so that nothing is to be done
   */
  boolean advance(RecordMetadata at, long arrivedAtMs) {
    String partition = at.topic() + "-" + at.partition();
    InputPosition known = read(positions.get(partition));
    if (known.covers(at.offset(), arrivedAtMs)) {
      return false;
    }
    positions.put(partition, write(known.after(at.offset(), arrivedAtMs)));
    return true;
  }

  private static InputPosition read(byte @Nullable [] bytes) {
    if (bytes == null) {
      return InputPosition.NONE;
    }
    ByteBuffer position = ByteBuffer.wrap(bytes);
    return new InputPosition(position.getLong(), position.getLong());
  }

  private static byte[] write(InputPosition position) {
    return ByteBuffer.allocate(BYTES)
        .putLong(position.offset())
        .putLong(position.latestArrivalMs())
        .array();
  }
}
