package dev.actonce.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TallyLineTest {
  @ParameterizedTest
  @CsvSource({
    "pay,ADMITTED,'',''",
    "pay,REJECTED,STALE,acme",
    "'a|b@c',ALREADY_DONE,LOOP,''",
    "'a|b@c|d',ALREADY_DONE,LOOP,acme.eu-1_x",
    "'',DEAD_LETTER,NO_VALUE,''"
  })
  void isReadBackAsItWasStored(String action, String what, String detail, String tenant) {
    TallyLine line = new TallyLine(action, what, detail, tenant);

    assertThat(TallyLine.ofStoreKey(line.storeKey())).isEqualTo(line);
  }

  @Test
  void keepsTheKeyOfALineWithoutATenant() {
    assertThat(new TallyLine("pay", "ADMITTED", "").storeKey()).isEqualTo("pay|ADMITTED|");
  }

  @Test
  void boundsTheTenantsThatAreCountedByName() {
    Set<String> many = IntStream.range(0, 21).mapToObj(i -> "t" + i).collect(Collectors.toSet());

    assertThatThrownBy(() -> new GateReporting(many, GateListener.NONE))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContainingAll("metrics-tenants", "20", "21");
    assertThatThrownBy(() -> new GateReporting(Set.of("a|b"), GateListener.NONE))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("a|b");
  }
}
