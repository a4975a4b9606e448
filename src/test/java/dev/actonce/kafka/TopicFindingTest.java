package dev.actonce.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TopicFindingTest {
  @Test
  void tellsAProblemOfSeveralTopicsOnce() {
    assertThat(TopicFinding.lines(List.of(finding("a", "1"), finding("b", "7"), finding("c", "1"))))
        .containsExactly(
            "a, c: the count is 1, expected 2; alter it",
            "b: the count is 7, expected 2; alter it");
  }

  private static TopicFinding finding(String topic, String actual) {
    return new TopicFinding(
        TopicFinding.Severity.WARNING, topic, "the count", "2", actual, "alter it");
  }
}
