package dev.actonce.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessUseTest {
  @Test
  void readsResidentMemory() {
    assertThat(
            ProcessUse.residentBytes(
                List.of("Name:\tjava", "VmHWM:\t  900 kB", "VmRSS:\t  512 kB", "Threads:\t9")))
        .hasValue(512 * 1024);
  }

  @Test
  void tellsNothingWhereTheSystemDoesNot() {
    assertThat(ProcessUse.residentBytes(List.of("Name:\tjava"))).isEmpty();
  }

  @Test
  void countsProcessorTime() {
    assertThat(ProcessUse.cpuNanos()).isPositive();
  }
}
