package dev.actonce.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.gate.MemoryEntry;
import dev.actonce.core.gate.OpenEntry;
import org.junit.jupiter.api.Test;

/** What gates of different versions make of each other's entries. */
class StateMappingTest {
  @Test
  void readsEntriesOfGatesThatKeptOffsetsInThem() {
    OpenEntry open = Samples.full().openEntry();
    var openAvro = StateMapping.openToAvro(open);
    openAvro.getSeen().setIntentsOffset(7);
    openAvro.getSeen().setReroutedOffset(8);
    MemoryEntry memory = Samples.full().memoryEntry();
    var memoryAvro = StateMapping.memoryToAvro(memory);
    memoryAvro.getSeen().setIntentsOffset(7);

    assertThat(StateMapping.openFromAvro(openAvro)).isEqualTo(open);
    assertThat(StateMapping.memoryFromAvro(memoryAvro)).isEqualTo(memory);
  }

  /** Such a gate took a record up to the offset of an entry for one that is read again. */
  @Test
  void letsGatesThatKeptOffsetsTakeNoRecordForReadBefore() {
    var seen = StateMapping.openToAvro(Samples.full().openEntry()).getSeen();

    assertThat(seen.getIntentsOffset()).isEqualTo(-1);
    assertThat(seen.getReroutedOffset()).isEqualTo(-1);
  }
}
