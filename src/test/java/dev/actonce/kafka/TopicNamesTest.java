package dev.actonce.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicNamesTest {
  @Test
  void namesEveryTopicAsTheDesignDoes() {
    assertThat(Arrays.stream(Topic.values()).map(TopicNames.DEFAULT::of))
        .containsExactly(
            "actonce.intents",
            "actonce.rerouted",
            "actonce.dispatch",
            "actonce.claims",
            "actonce.settlements",
            "actonce.outcomes",
            "actonce.outcomes.json",
            "actonce.suspects",
            "actonce.dead-letters");
  }

  @Test
  void hasANameForEachRole() {
    TopicNames names = new TopicNames("test-");
    assertThat(names.intents()).isEqualTo("test-intents");
    assertThat(names.rerouted()).isEqualTo("test-rerouted");
    assertThat(names.dispatch()).isEqualTo("test-dispatch");
    assertThat(names.claims()).isEqualTo("test-claims");
    assertThat(names.settlements()).isEqualTo("test-settlements");
    assertThat(names.outcomes()).isEqualTo("test-outcomes");
    assertThat(names.outcomesJson()).isEqualTo("test-outcomes.json");
    assertThat(names.suspects()).isEqualTo("test-suspects");
    assertThat(names.deadLetters()).isEqualTo("test-dead-letters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "actonce", ".", "__x.", "a b.", "é.", "a/."})
  void refusesAPrefixThatCannotStartATopicName(String prefix) {
    assertThatThrownBy(() -> new TopicNames(prefix))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("'" + prefix + "'");
  }

  @Test
  void keepsOnlyClaimsWithoutARetention() {
    assertThat(Arrays.stream(Topic.values()).filter(topic -> topic.retention().isEmpty()))
        .containsExactly(Topic.CLAIMS);
  }
}
