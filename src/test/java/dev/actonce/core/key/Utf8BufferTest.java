package dev.actonce.core.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8BufferTest {
  @Test
  void writesWhatJavaWrites() {
    for (long seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      String text = text(random);
      String more = text(random);
      Utf8Buffer buffer = new Utf8Buffer(1);

      buffer.append(text);
      buffer.append('-');
      buffer.append(more);

      assertThat(buffer.toBytes())
          .as("seed %d", seed)
          .isEqualTo((text + "-" + more).getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void writesCharactersOfEveryLength() {
    String text = "a\u007f\u0080\u07ff\u0800\uffff\ud800\udc00\udbff\udfffz";
    Utf8Buffer buffer = new Utf8Buffer(4);

    buffer.append(text.toCharArray(), 0, text.length());

    assertThat(buffer.toBytes()).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void takesAwayWhatWasAppendedLast() {
    Utf8Buffer buffer = new Utf8Buffer(4);
    buffer.append("kept");
    int length = buffer.length();
    buffer.append("Größe ☕");

    assertThat(buffer.cut(length)).isEqualTo("Größe ☕");
    assertThat(buffer.toBytes()).isEqualTo("kept".getBytes(StandardCharsets.UTF_8));
  }

  /** Code points of every length; no lone surrogates, which the parser refuses. */
  private static String text(Random random) {
    int[] below = {0x80, 0x80, 0x800, 0x10000, Character.MAX_CODE_POINT + 1};
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(40); i > 0; i--) {
      int codePoint = random.nextInt(below[random.nextInt(below.length)]);
      boolean surrogate =
          codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
      text.appendCodePoint(surrogate ? 'x' : codePoint);
    }
    return text.toString();
  }
}
