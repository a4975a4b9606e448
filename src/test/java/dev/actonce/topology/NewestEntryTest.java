package dev.actonce.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class NewestEntryTest {
  private static final String KEY = "v1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  private static final String NEXT = "v1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB";

  @TempDir private Path directory;
  private GateHarness gate;
  private WindowStore<String, byte[]> store;

  @BeforeEach
  void open() {
    gate = new GateHarness(directory);
    store = gate.memory();
  }

  @AfterEach
  void close() {
    gate.close();
  }

  @Test
  void isNoneForAKeyThatIsNotThere() {
    put(NEXT, 1_000, 1);

    assertThat(NewestEntry.of(store, KEY)).isNull();
  }

  @Test
  void isTheLastWrittenVersion() {
    put(KEY, 1_000, 1);
    put(KEY, 1_000, 2);

    assertThat(newest()).containsExactly(2);
  }

  /** In one segment and in the next. */
  @Test
  void isTheYoungestOfSeveral() {
    put(KEY, 1_000, 1);
    put(KEY, 301_000, 2);
    assertThat(newest()).containsExactly(2);

    put(KEY, 24 * 3_600_000L, 3);
    assertThat(newest()).containsExactly(3);
  }

  @Test
  void passesDeletedOnes() {
    put(KEY, 1_000, 1);
    put(KEY, 301_000, 2);
    store.put(KEY, null, 1_000);
    assertThat(newest()).containsExactly(2);

    store.put(KEY, null, 301_000);
    put(NEXT, 301_000, 9);
    assertThat(NewestEntry.of(store, KEY)).isNull();
  }

  private void put(String key, long atMs, int value) {
    store.put(key, new byte[] {(byte) value}, atMs);
  }

  private byte[] newest() {
    KeyValue<Long, byte[]> newest = NewestEntry.of(store, KEY);
    return newest == null ? new byte[0] : newest.value;
  }
}
