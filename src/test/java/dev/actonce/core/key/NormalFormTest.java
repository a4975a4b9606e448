package dev.actonce.core.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.Normalizer;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That the characters whose normalisation is skipped are those that it cannot change. */
class NormalFormTest {
  private static final int PLANES = 0x30000;
  private static final Normalizer.Form FORM_D = Normalizer.Form.NFD;

  private static final Set<Integer> OTHERS =
      Set.of(
          (int) Character.NON_SPACING_MARK,
          (int) Character.COMBINING_SPACING_MARK,
          (int) Character.ENCLOSING_MARK,
          (int) Character.SURROGATE);

  /** A mark of the highest combining class, 240: every other mark would move before it. */
  private static final String LAST_IN_ORDER = "\u0345";

  @ParameterizedTest
  @ValueSource(
      strings = {"a", "\u00fc", "\u0416", "\u2019", "\u20ac", "\u2615", "\u6771", "\ud55c"})
  void skipsCommonText(String text) {
    assertThat(NormalForm.isInert(text.charAt(0))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0301", "\u1100", "\u1161", "\u11a8", "\u3099", "\u212b", "\ud83d"})
  void skipsNothingThatNormalisationMayChange(String text) {
    assertThat(NormalForm.isInert(text.charAt(0))).isFalse();
  }

  @Test
  void skipsOnlyAssignedCharactersThatAreNoMarksAndNormalByThemselves() {
    assertThat(inert())
        .isNotEmpty()
        .allMatch(c -> Character.isDefined(c) && !OTHERS.contains(Character.getType(c)))
        .allMatch(c -> Normalizer.isNormalized(Character.toString(c), Normalizer.Form.NFC));
  }

  @Test
  void skipsNoCharacterThatMovesBeforeAMark() {
    assertThat(inert())
        .isNotEmpty()
        .allMatch(
            c ->
                Normalizer.normalize(LAST_IN_ORDER + Character.toString(c), FORM_D)
                    .startsWith(LAST_IN_ORDER));
  }

  /** Composition puts together what decomposition takes apart. */
  @Test
  void skipsNoCharacterThatJoinsAnEarlierOne() {
    List<Integer> joining =
        IntStream.range(0, PLANES)
            .filter(c -> Character.isDefined(c) && Character.getType(c) != Character.SURROGATE)
            .mapToObj(c -> Normalizer.normalize(Character.toString(c), FORM_D))
            .flatMap(parts -> parts.codePoints().skip(1).boxed())
            .distinct()
            .toList();

    assertThat(joining)
        .isNotEmpty()
        .noneMatch(c -> c <= Character.MAX_VALUE && NormalForm.isInert((char) (int) c));
  }

  private static List<Integer> inert() {
    return IntStream.rangeClosed(0, Character.MAX_VALUE)
        .filter(c -> NormalForm.isInert((char) c))
        .boxed()
        .toList();
  }
}
