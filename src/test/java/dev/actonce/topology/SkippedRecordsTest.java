package dev.actonce.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.config.SkipPoint;
import dev.actonce.core.ActOnceException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SkippedRecordsTest {
  private static final Set<String> INPUTS =
      Set.of("actonce.intents", "actonce.rerouted", "actonce.outcomes");

  @Test
  void readsAPointAsItIsWritten() {
    assertThat(SkipPoint.parse("actonce.intents-3@4711"))
        .isEqualTo(new SkipPoint("actonce.intents", 3, 4711))
        .hasToString("actonce.intents-3@4711");
    assertThat(SkipPoint.parse("my-team.intents-0@0").topic()).isEqualTo("my-team.intents");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "intents", "intents-3", "intents@7", "intents-x@7", "intents-1@-1"})
  void showsTheFormOfAMalformedPoint(String text) {
    assertThatThrownBy(() -> SkipPoint.parse(text))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("TOPIC-PARTITION@OFFSET, such as actonce.intents-3@4711");
  }

  @Test
  void takesInputsOfTheGateOnly() {
    assertThatCode(() -> check("actonce.outcomes-5@1")).doesNotThrowAnyException();
    assertThatThrownBy(() -> check("actonce.dispatch-0@1"))
        .hasMessageContaining("does not read actonce.dispatch")
        .hasMessageContaining("actonce.intents, actonce.outcomes, actonce.rerouted");
    assertThatThrownBy(() -> check("actonce.intents-6@1"))
        .hasMessageContaining("has partitions 0 to 5");
  }

  private static void check(String point) {
    SkippedRecords.check(List.of(SkipPoint.parse(point)), INPUTS, 6);
  }
}
