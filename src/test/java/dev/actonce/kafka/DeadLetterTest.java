package dev.actonce.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

final class DeadLetterTest {
  private static final byte[] KEY = {9};
  private static final DeadLetter.Source SOURCE =
      new DeadLetter.Source("actonce.dispatch", 3, 7, 1_000);

  @Test
  void keepsTheRecordAndSaysWhereItCameFromAndWhy() {
    Headers original = new RecordHeaders().add("trace", new byte[] {3});

    DeadLetter letter = letter(new byte[] {1, 2}, original);

    assertThat(letter.key()).isEqualTo(KEY);
    assertThat(letter.value()).containsExactly(1, 2);
    assertThat(letter.headers().lastHeader("trace").value()).containsExactly(3);
    assertThat(header(letter, DeadLetter.TOPIC)).isEqualTo("actonce.dispatch");
    assertThat(header(letter, DeadLetter.PARTITION)).isEqualTo("3");
    assertThat(header(letter, DeadLetter.OFFSET)).isEqualTo("7");
    assertThat(header(letter, DeadLetter.TIMESTAMP)).isEqualTo("1000");
    assertThat(header(letter, DeadLetter.REASON)).isEqualTo("UNDECODABLE");
    assertThat(header(letter, DeadLetter.MESSAGE)).isEqualTo("no schema");
  }

  @Test
  void cutsWhatWouldNotFitIntoADeadLetter() { // K28
    Headers original = new RecordHeaders().add("large", new byte[100_000]);

    DeadLetter letter = letter(new byte[3_900_000], original);

    assertThat(letter.value()).hasSize(DeadLetter.MAX_BYTES);
    assertThat(header(letter, DeadLetter.VALUE_BYTES)).isEqualTo("3900000");
    assertThat(letter.headers().lastHeader("large")).isNull();
  }

  @Test
  void leavesOutHeadersThatAreManyThoughEachIsEmpty() {
    Headers original = new RecordHeaders();
    for (int i = 0; i < 100_000; i++) {
      original.add("", null);
    }

    assertThat(letter(new byte[1], original).headers().toArray()).hasSizeLessThan(10);
  }

  @Test
  void cutsTheMessage() {
    DeadLetter letter =
        DeadLetter.of(SOURCE, KEY, KEY, new RecordHeaders(), "UNDECODABLE", "x".repeat(5_000_000));

    assertThat(header(letter, DeadLetter.MESSAGE)).hasSizeLessThan(3_000);
  }

  private static DeadLetter letter(byte[] value, Headers original) {
    return DeadLetter.of(SOURCE, KEY, value, original, "UNDECODABLE", "no schema");
  }

  private static String header(DeadLetter letter, String name) {
    Header header = letter.headers().lastHeader(name);
    return new String(header.value(), StandardCharsets.UTF_8);
  }
}
