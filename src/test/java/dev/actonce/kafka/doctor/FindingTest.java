package dev.actonce.kafka.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FindingTest {
  @Test
  void tellsAProblemOfSeveralSubjectsOnce() {
    assertThat(Finding.lines(List.of(finding("a", "1"), finding("b", "0"), finding("c", "1"))))
        .containsExactly(
            "a, c: max.message.bytes is 1, expected 2; alter the topic",
            "b: max.message.bytes is 0, expected 2; alter the topic");
  }

  @Test
  void namesTheFirstOfManySubjectsOfAWarning() {
    List<Finding> findings =
        Stream.of("a", "b", "c", "d", "e")
            .map(topic -> new Finding(Rule.COPIES, topic, "at least 2", "1"))
            .toList();

    assertThat(Finding.lines(findings))
        .singleElement()
        .asString()
        .startsWith("a and 4 others: the replication factor is 1, expected at least 2; ");
  }

  @Test
  void namesTheSubjectInTheRemedy() {
    assertThat(new Finding(Rule.HANGING_TRANSACTION, "t-0@7", "", "old").remedy())
        .endsWith("ops/actonce doctor --abort-transaction t-0@7");
  }

  @Test
  void tellsTheReasonAndTheRemedyOfAllThatIsNotMerelyInformation() {
    assertThat(Arrays.stream(Rule.values()))
        .filteredOn(rule -> rule.severity() != Finding.Severity.INFO)
        .allSatisfy(rule -> assertThat(rule.why()).isNotBlank())
        .allSatisfy(rule -> assertThat(rule.remedy()).isNotBlank());
  }

  private static Finding finding(String topic, String actual) {
    return new Finding(Rule.MESSAGE_BYTES, topic, "2", actual);
  }
}
