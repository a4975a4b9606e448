package dev.actonce.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyTest {
  private static final String HASH = "-_aZ9".repeat(8) + "xyz";

  /** Every character of Java at the first, a middle and the last place of the hash. */
  @ParameterizedTest
  @ValueSource(ints = {0, 21, 42})
  void takesExactlyTheLettersOfBase64url(int place) {
    String taken =
        IntStream.rangeClosed(0, Character.MAX_VALUE)
            .filter(c -> IdempotencyKey.isWellFormed("v1." + with((char) c, place)))
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();

    assertThat(taken).isEqualTo("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "v1.", "v2.", "v1", "V1."})
  void wantsPrefixAndLength(String prefix) {
    assertThat(IdempotencyKey.isWellFormed("v1." + HASH)).isTrue();
    assertThat(IdempotencyKey.isWellFormed(prefix + HASH + "x")).isFalse();
    assertThat(IdempotencyKey.isWellFormed(prefix + HASH.substring(1))).isFalse();
  }

  @Test
  void saysWhatWasExpected() {
    assertThatThrownBy(() -> new IdempotencyKey("v2." + HASH))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("v2." + HASH)
        .hasMessageContaining("'v1.' and 43 base64url characters");
  }

  private static String with(char c, int place) {
    return HASH.substring(0, place) + c + HASH.substring(place + 1);
  }
}
