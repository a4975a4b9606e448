package dev.actonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArgumentVariantsTest {
  @Test
  void turnsTheMembersOfEveryObjectRound() {
    assertThat(ArgumentVariants.reordered("{\"a\":1,\"b\":[{\"c\":true,\"d\":null}]}"))
        .hasValue("{\"b\":[{\"d\":null,\"c\":true}],\"a\":1}");
  }

  @Test
  void hasNoOtherOrderForSingleMembers() {
    assertThat(ArgumentVariants.reordered("{\"a\":{\"b\":[1,2]}}")).isEmpty();
  }

  @Test
  void writesEveryNumberWithAnotherZero() {
    assertThat(
            ArgumentVariants.numbersRespelled(
                "{\"a\":149,\"b\":[1.50,-0],\"c\":9007199254740993,\"d\":\"149\",\"e\":1e3}"))
        .hasValue(
            "{\"a\":149.0,\"b\":[1.500,0.0],\"c\":9007199254740993.0,\"d\":\"149\",\"e\":1000.0}");
  }

  @Test
  void hasNoOtherSpellingWithoutNumbers() {
    assertThat(ArgumentVariants.numbersRespelled("{\"a\":\"1\",\"b\":true}")).isEmpty();
  }

  @Test
  void altersOneNestedValueAtATime() {
    assertThat(
            ArgumentVariants.nestedAltered(
                "{\"a\":1,\"b\":{\"c\":\"x\",\"d\":null},\"e\":[[true],2]}"))
        .containsExactly(
            "{\"a\":1,\"b\":{\"c\":\"x-other\",\"d\":null},\"e\":[[true],2]}",
            "{\"a\":1,\"b\":{\"c\":\"x\",\"d\":null},\"e\":[[false],2]}",
            "{\"a\":1,\"b\":{\"c\":\"x\",\"d\":null},\"e\":[[true],3]}");
  }

  @Test
  void findsNothingNestedInFlatArguments() {
    assertThat(ArgumentVariants.nestedAltered("{\"a\":1,\"b\":\"x\",\"c\":[]}")).isEmpty();
  }
}
