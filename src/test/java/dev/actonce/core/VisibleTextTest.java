package dev.actonce.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTextTest {
  private static final int LAST_OF_LATIN = 0xFF;

  @ParameterizedTest
  @ValueSource(strings = {"", "inv-4471", "Müller & Söhne", "東京", "кредит", "\uD83D\uDE00", "a\\n"})
  void leavesWhatCanBeSeenAsItIs(String text) {
    assertThat(VisibleText.of(text)).isEqualTo(text);
    assertThat(VisibleText.lines(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0000, nothing",
    "0007, bell",
    "001B, escape",
    "007F, delete",
    "0085, next line",
    "009B, control sequence introducer",
    "00A0, no-break space",
    "00AD, soft hyphen",
    "034F, grapheme joiner",
    "061C, Arabic letter mark",
    "200B, zero-width space",
    "200D, zero-width joiner",
    "200E, left-to-right mark",
    "2028, line separator",
    "2029, paragraph separator",
    "202E, right-to-left override",
    "2060, word joiner",
    "2066, left-to-right isolate",
    "2800, Braille blank",
    "3164, Hangul filler",
    "D800, high surrogate alone",
    "DC00, low surrogate alone",
    "FE0F, variation selector",
    "FEFF, byte order mark"
  })
  void writesOutWhatATerminalObeysOrNobodySees(String hex, String name) {
    String hostile = "a" + (char) Integer.parseInt(hex, 16) + "b";

    assertThat(VisibleText.of(hostile)).as(name).isEqualToIgnoringCase("a\\u" + hex + "b");
    assertThat(VisibleText.lines(hostile)).as(name).isEqualToIgnoringCase("a\\u" + hex + "b");
  }

  @Test
  void leavesNoControlCharacterOfLatin() {
    String all =
        IntStream.rangeClosed(0, LAST_OF_LATIN)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();

    assertThat(VisibleText.of(all).codePoints()).noneMatch(Character::isISOControl);
  }

  @Test
  void writesOutBothHalvesOfAnInvisibleCharacter() {
    assertThat(VisibleText.of("a\uDB40\uDC41")).isEqualTo("a\\udb40\\udc41");
  }

  @Test
  void keepsAValueOnItsLine() {
    assertThat(VisibleText.of("a\nb\tc\r\nd\re")).isEqualTo("a\\nb\\tc\\r\\nd\\re");
  }

  @Test
  void keepsTheLinesOfALayout() {
    assertThat(VisibleText.lines("a\nb\tc\r\nd\re")).isEqualTo("a\nb\tc\r\nd\\re");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          inv-4471         | inv-4471
          ''               | ""
          inv 4471         | "inv 4471"
          x=1              | "x=1"
          say "no"         | "say \\"no\\""
          'a   b'          | "a \\u0020\\u0020b"
          """)
  void setsAWordApartFromItsNeighbours(String value, String shown) {
    assertThat(VisibleText.word(value)).isEqualTo(shown);
  }
}
