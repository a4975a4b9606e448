package dev.actonce.topology;

import java.nio.ByteBuffer;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * How far each input partition was worked off, kept in a store of the gate. The group's offsets can
 * expire or be deleted, and then the inputs are read from their start again, perhaps long after the
 * memory of their keys is gone. A record that was worked off before must not be decided again: it
 * would be admitted, and its effect repeated. Confined to the stream thread.
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
   * @param arrivedAtMs its arrival time; it tells a re-created topic, whose offsets start again but
   *     whose records are younger
   * @return false if it was worked off before, so that nothing is to be done
   */
  boolean advance(RecordMetadata at, long arrivedAtMs) {
    String partition = at.topic() + "-" + at.partition();
    byte[] known = positions.get(partition);
    long latestMs = arrivedAtMs;
    if (known != null) {
      ByteBuffer position = ByteBuffer.wrap(known);
      long offset = position.getLong();
      long lastArrivedAtMs = position.getLong();
      if (at.offset() <= offset && arrivedAtMs <= lastArrivedAtMs) {
        return false;
      }
      latestMs = Math.max(latestMs, lastArrivedAtMs);
    }
    positions.put(
        partition, ByteBuffer.allocate(BYTES).putLong(at.offset()).putLong(latestMs).array());
    return true;
  }
}
