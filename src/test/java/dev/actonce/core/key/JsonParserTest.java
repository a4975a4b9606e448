package dev.actonce.core.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.actonce.core.KeyChoice;
import dev.actonce.core.KeyPolicy;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JsonParserTest {
  private static final int MAX_BYTES = 262_144;

  /** Of processor time, which others' load adds nothing to; anything quadratic takes far longer. */
  private static final Duration BOUND = Duration.ofSeconds(2);

  /** Ends what would never end. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final KeyPolicy BUSY_POLICY =
      new KeyPolicy(
          KeyChoice.FINGERPRINT, List.of("a"), Set.of("a"), Set.of("a"), Set.of("a", "a.b"));

  @Test
  void acceptsExactlyTheLargestSize() {
    assertThat(Intents.key(textOf("x", MAX_BYTES - 8))).startsWith("v1.");
    assertThat(Intents.key(textOf("x", MAX_BYTES - 7))).isEqualTo(KeyDeriver.ARGUMENTS_TOO_LARGE);
  }

  @Test
  void measuresSizeInUtf8() {
    assertThat(Intents.key(textOf("\u00e9", 131_068))).startsWith("v1.");
    assertThat(Intents.key(textOf("\u00e9", 131_069))).isEqualTo(KeyDeriver.ARGUMENTS_TOO_LARGE);
    assertThat(Intents.key(textOf("\u20ac", 87_378))).startsWith("v1.");
    assertThat(Intents.key(textOf("\u20ac", 87_379))).isEqualTo(KeyDeriver.ARGUMENTS_TOO_LARGE);
    assertThat(Intents.key(textOf("\ud83d\ude00", 65_534))).startsWith("v1.");
    assertThat(Intents.key(textOf("\ud83d\ude00", 65_535)))
        .isEqualTo(KeyDeriver.ARGUMENTS_TOO_LARGE);
  }

  @Test
  void namesProblemAndPlace() {
    assertThat(KeyDeriver.derive(Intents.of("{\"a\":1,}"), KeyPolicy.AUTO))
        .isEqualTo(
            new Derivation.Underivable(
                "INVALID_ARGUMENTS",
                "arguments are not acceptable JSON: a member name is expected at character 7"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("adversarial")
  void answersAdversarialInputInBoundedTime(String name, String arguments) {
    Answer answer = assertTimeoutPreemptively(LIMIT, () -> answer(arguments));

    assertThat(answer.derivation()).as(name).isNotNull();
    assertThat(answer.took()).as(name).isLessThan(BOUND);
  }

  /**
   * @param took processor time of the thread that derived it
   */
  private record Answer(Derivation derivation, Duration took) {}

  private static Answer answer(String arguments) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    assertThat(threads.isThreadCpuTimeEnabled()).isTrue();
    long beginNanos = threads.getCurrentThreadCpuTime();
    Derivation derivation = KeyDeriver.derive(Intents.of(arguments), BUSY_POLICY);
    return new Answer(derivation, Duration.ofNanos(threads.getCurrentThreadCpuTime() - beginNanos));
  }

  static Stream<Arguments> adversarial() {
    String marks = "\u0301\u0323";
    String names =
        IntStream.range(0, 20_000)
            .mapToObj(i -> "\"" + (20_000 - i) + "\":1")
            .collect(Collectors.joining(","));
    String collidingNames =
        IntStream.range(0, 1 << 12)
            .mapToObj(i -> Integer.toBinaryString(1 << 12 | i))
            .map(bits -> "\"" + bits.replace("0", "Aa").replace("1", "BB") + "\":1")
            .collect(Collectors.joining(","));
    return Stream.of(
        Arguments.of("open arrays", "[".repeat(MAX_BYTES)),
        Arguments.of("open arrays in an object", "{\"a\":" + "[".repeat(MAX_BYTES - 5)),
        Arguments.of("open objects", "{\"a\":".repeat(MAX_BYTES / 5)),
        Arguments.of("digits", "{\"a\":" + "9".repeat(MAX_BYTES - 6) + "}"),
        Arguments.of("zeros", "{\"a\":1" + "0".repeat(MAX_BYTES - 7) + "}"),
        Arguments.of("exponent digits", "{\"a\":1e" + "9".repeat(MAX_BYTES - 8) + "}"),
        Arguments.of("exponent zeros", "{\"a\":1e" + "0".repeat(MAX_BYTES - 9) + "1}"),
        Arguments.of("quoted digits", "{\"a\":\"" + "9".repeat(MAX_BYTES - 8) + "\"}"),
        Arguments.of("many numbers", "{\"a\":[" + "1e400,".repeat(43_000) + "1]}"),
        Arguments.of("many names, descending", "{" + names + "}"),
        Arguments.of("names with one hash code", "{" + collidingNames + "}"),
        Arguments.of("marks out of order", textOf(marks, (MAX_BYTES - 8) / 4)),
        Arguments.of("escaped marks", textOf("\\u0301\\u0323", (MAX_BYTES - 8) / 12)),
        Arguments.of("bases with marks", textOf("a" + marks.repeat(32), 1000)),
        Arguments.of("unclosed text", "{\"a\":\"" + "x".repeat(MAX_BYTES - 6)),
        Arguments.of("white space", " ".repeat(MAX_BYTES)),
        Arguments.of("commas", "{\"a\":[" + ",".repeat(MAX_BYTES - 6)),
        Arguments.of("large set", "{\"a\":[" + "\"b\",\"a\",".repeat(32_000) + "1]}"),
        Arguments.of(
            "deep sets", "{\"a\":" + "[".repeat(63) + textsOf(60_000) + "]".repeat(63) + "}"),
        Arguments.of("far too large", "{\"a\":" + "[".repeat(20_000_000)));
  }

  private static String textsOf(int count) {
    return "\"b\",".repeat(count) + "1";
  }

  private static String textOf(String part, int count) {
    return "{\"a\":\"" + part.repeat(count) + "\"}";
  }
}
