package dev.actonce.topology;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway.Init")
class InputPositionsTest {
  private InputPositions positions;

  @BeforeEach
  void open() {
    KeyValueStore<String, byte[]> store =
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore(GateStores.POSITIONS),
                Serdes.String(),
                Serdes.ByteArray())
            .withCachingDisabled()
            .withLoggingDisabled()
            .build();
    MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
    store.init(context.getStateStoreContext(), store);
    positions = new InputPositions(store);
  }

  @Test
  void knowsARecordThatWasWorkedOff() { // K22
    assertThat(positions.advance(at("intents", 0, 7), 1_000)).isTrue();
    assertThat(positions.advance(at("intents", 0, 8), 1_000)).isTrue();

    assertThat(positions.advance(at("intents", 0, 7), 1_000)).isFalse();
    assertThat(positions.advance(at("intents", 0, 8), 1_000)).isFalse();
    assertThat(positions.advance(at("intents", 0, 9), 1_000)).isTrue();
  }

  @Test
  void keepsPartitionsAndTopicsApart() {
    positions.advance(at("intents", 0, 7), 1_000);

    assertThat(positions.advance(at("rerouted", 0, 7), 1_000)).isTrue();
    assertThat(positions.advance(at("intents", 1, 7), 1_000)).isTrue();
  }

  @Test
  void takesTheYoungerRecordsOfARecreatedTopic() {
    positions.advance(at("intents", 0, 7), 1_000);

    assertThat(positions.advance(at("intents", 0, 0), 1_001)).isTrue();
    assertThat(positions.advance(at("intents", 0, 1), 1_001)).isTrue();
    assertThat(positions.advance(at("intents", 0, 0), 1_001)).isFalse();
  }

  @Test
  void isNotMisledByALeaderWhoseClockIsBehind() {
    positions.advance(at("intents", 0, 7), 1_000);

    assertThat(positions.advance(at("intents", 0, 8), 900)).isTrue();
    assertThat(positions.advance(at("intents", 0, 7), 1_000)).isFalse();
  }

  private static RecordMetadata at(String topic, int partition, long offset) {
    return new RecordMetadata() {
      @Override
      public String topic() {
        return topic;
      }

      @Override
      public int partition() {
        return partition;
      }

      @Override
      public long offset() {
        return offset;
      }
    };
  }
}
