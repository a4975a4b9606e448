package dev.actonce.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LostAnswersTest {
  @Test
  void losesTheWantedShareOfFirstAnswers() {
    assertThat(lost(new LostAnswers(0.2, 1)) / 10_000.0).isCloseTo(0.2, within(0.02));
  }

  @Test
  void losesTheWantedShareOfRepeatedAnswers() {
    LostAnswers answers = new LostAnswers(0.2, 1);
    lost(answers);

    assertThat(lost(answers) / 10_000.0).isCloseTo(0.2, within(0.02));
  }

  @Test
  void decidesTheSameInAnyOrder() {
    LostAnswers forward = new LostAnswers(0.5, 3);
    LostAnswers backward = new LostAnswers(0.5, 3);
    List<Boolean> there = IntStream.range(0, 100).mapToObj(i -> forward.loseNext("k" + i)).toList();
    List<Boolean> back =
        IntStream.range(0, 100).mapToObj(i -> backward.loseNext("k" + (99 - i))).toList();

    assertThat(back).isEqualTo(IntStream.range(0, 100).mapToObj(i -> there.get(99 - i)).toList());
  }

  @Test
  void losesNothingAtShareZero() {
    assertThat(lost(new LostAnswers(0, 1))).isZero();
  }

  private static long lost(LostAnswers answers) {
    return IntStream.range(0, 10_000).filter(i -> answers.loseNext("k" + i)).count();
  }
}
