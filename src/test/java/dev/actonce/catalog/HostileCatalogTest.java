package dev.actonce.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A catalog is loaded or refused with INVALID_CATALOG, soon, whatever it holds. */
class HostileCatalogTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String HEAD = "tools:\n  pay:\n    safety: unsafe\n";

  static Stream<Arguments> texts() {
    StringBuilder laughs = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 40; i++) {
      laughs.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }
    StringBuilder references = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      references.append("d%d: {properties: {a: {$ref: '#/$defs/d%d'}}}, ".formatted(i, i + 1));
    }
    return Stream.of(
        Arguments.of("flow lists, open", "tools: " + "[".repeat(10_000)),
        Arguments.of("flow lists", "tools: " + "[".repeat(10_000) + "]".repeat(10_000)),
        Arguments.of("flow maps", "tools: " + "{a: ".repeat(10_000) + "}".repeat(10_000)),
        Arguments.of("a million brackets", "[".repeat(1_000_000)),
        Arguments.of("a million braces", "{".repeat(1_000_000)),
        Arguments.of("block lists", "- ".repeat(500_000)),
        Arguments.of("complex keys", "? ".repeat(500_000)),
        Arguments.of("indented maps", indented(5_000)),
        Arguments.of("billion laughs", laughs + HEAD),
        Arguments.of("merge bomb", "a: &a {x: 1}\nb: {<<: [*a, *a]}\n" + HEAD),
        Arguments.of("cyclic anchor", "tools: &a {pay: *a}\n"),
        Arguments.of("cyclic list", "tools: &a [*a]\n"),
        Arguments.of("sexagesimal", HEAD + "    window: " + "1:".repeat(200_000) + "1\n"),
        Arguments.of("number", HEAD + "    max_in_flight: " + "9".repeat(900_000) + "\n"),
        Arguments.of("underscores", HEAD + "    max_in_flight: 1" + "_".repeat(900_000) + "x\n"),
        Arguments.of("duration", HEAD + "    window: " + "9".repeat(900_000) + "s\n"),
        Arguments.of("tag", "tools: !!javax.script.ScriptEngineManager [x]\n"),
        Arguments.of("binary", "tools: !!binary " + "A".repeat(900_000) + "\n"),
        Arguments.of("json path", HEAD + http("found: \"$" + "[?(@".repeat(50_000) + "\"")),
        Arguments.of("json path dots", HEAD + http("found: \"$" + "..a".repeat(200_000) + "\"")),
        Arguments.of("big number", HEAD + schema("{maximum: 1e999999999}")),
        Arguments.of("many digits", HEAD + schema("{maximum: " + "9".repeat(90_000) + "}")),
        Arguments.of("chain", HEAD + schema("{$defs: {" + references + "d20000: {}}}")),
        Arguments.of("pattern", HEAD + schema("{pattern: '" + "(".repeat(200_000) + "'}")),
        Arguments.of("pattern bomb", HEAD + schema("{pattern: '((a{1,100}){1,100}){1,100}'}")),
        Arguments.of("reference", HEAD + schema("{$ref: '#" + "/a".repeat(100_000) + "'}")),
        Arguments.of("odd reference", HEAD + schema("{$ref: '#/%zz~2'}")),
        Arguments.of("address", HEAD + schema("{$ref: 'http://" + "[".repeat(1_000) + "'}")),
        Arguments.of("local file", HEAD + schema("{$ref: 'file:///etc/hostname'}")),
        Arguments.of("class path", HEAD + schema("{$ref: 'classpath:dev/actonce/x.json'}")),
        Arguments.of("dialect", HEAD + schema("{$schema: 'classpath:dev/actonce/x.json'}")),
        Arguments.of("dialect list", HEAD + schema("{$schema: [1]}")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("texts")
  void refusesAHostileText(String name, String yaml) {
    Throwable thrown =
        Assertions.assertTimeoutPreemptively(
            SOON, () -> catchThrowable(() -> Catalog.parse(yaml, "tools.yaml")));

    assertThat(thrown)
        .as(name)
        .isInstanceOfSatisfying(
            ActOnceException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CATALOG);
              assertThat(e).message().hasSizeLessThan(10_000);
            });
  }

  @Test
  void refusesAFileThatIsFarTooLargeWithoutReadingIt(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("tools.yaml");
    try (var channel =
        java.nio.channels.FileChannel.open(
            file,
            java.nio.file.StandardOpenOption.CREATE,
            java.nio.file.StandardOpenOption.WRITE)) {
      channel.write(java.nio.ByteBuffer.wrap(new byte[] {'#'}), 8L << 30);
    }

    assertThatThrownBy(() -> Catalog.load(file))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("over 1 MiB");
    Files.delete(file);
  }

  @Test
  void tellsOfATextThatIsNotUtf8(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("tools.yaml");
    Files.write(file, new byte[] {'#', (byte) 0xff});

    assertThatThrownBy(() -> Catalog.load(file))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("UTF-8");
  }

  private static String indented(int depth) {
    StringBuilder text = new StringBuilder("tools:\n");
    for (int i = 1; i < depth && text.length() < 1_000_000; i++) {
      text.append(" ".repeat(i)).append("a:\n");
    }
    return text.toString();
  }

  private static String http(String lookup) {
    return "    http:\n      url: http://host/\n      lookup:\n        url: http://host/{key}\n"
        + "        "
        + lookup
        + "\n";
  }

  private static String schema(String flow) {
    return "    arguments: " + flow + "\n";
  }
}
