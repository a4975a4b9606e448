package dev.actonce.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.kafka.doctor.Finding;
import dev.actonce.kafka.doctor.Rule;
import dev.actonce.node.Fitness.Brokers;
import java.util.List;
import org.junit.jupiter.api.Test;

class FitnessTest {
  private static final Finding COPIES = new Finding(Rule.COPIES, "intents", "at least 2", "1");
  private static final Finding UNCLEAN =
      new Finding(Rule.UNCLEAN_DEFAULT, "broker 1", "false", "true");

  @Test
  void warnsOfFewCopiesWhereOthersRunTheBrokers() {
    assertThat(Fitness.warnings(List.of(COPIES), Brokers.OF_OTHERS)).hasSize(1);
  }

  @Test
  void doesNotWarnOfWhatItsOneBrokerCannotChange() {
    assertThat(Fitness.warnings(List.of(COPIES, UNCLEAN), Brokers.EMBEDDED))
        .singleElement()
        .asString()
        .startsWith("broker 1: ");
  }
}
