package dev.actonce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Style that no compiler holds. */
class TidyTest {
  private static final Path MAIN = Path.of("src/main/java");
  private static final int PAGE_WIDTH = 140;
  private static final Pattern LOGGER = Pattern.compile("static final Logger (?!LOG\\b)\\w+");
  private static final Pattern MARK =
      Pattern.compile("/\\*\\*.*\\bAPI: (public|internal)\\.\\s*\\*/.*", Pattern.DOTALL);
  private static final Pattern UNWRAPPED = Pattern.compile(" *(\\||#|<!--|!\\[).*");

  @Test
  void callsEveryLoggerTheSame() {
    List<String> others = new ArrayList<>();
    Stream.of(MAIN, Path.of("src/test/java"))
        .flatMap(top -> files(top, ".java").stream())
        .filter(file -> !file.endsWith("TidyTest.java"))
        .filter(file -> LOGGER.matcher(read(file)).find())
        .forEach(file -> others.add(file.toString()));

    assertThat(others).isEmpty();
  }

  /** The golden list of the public API is read from the same mark. */
  @Test
  void saysOfEveryPackageWhetherUsersMayBuildOnIt() {
    List<Path> unmarked =
        files(MAIN, "package-info.java").stream()
            .filter(file -> !MARK.matcher(read(file)).matches())
            .toList();
    List<Path> without =
        files(MAIN, ".java").stream()
            .map(Path::getParent)
            .distinct()
            .filter(directory -> !Files.exists(directory.resolve("package-info.java")))
            .toList();

    assertThat(unmarked).isEmpty();
    assertThat(without).isEmpty();
  }

  @Test
  void keepsPagesNarrowEnoughToRead() {
    List<String> wide = new ArrayList<>();
    Stream.of(
            Stream.of(Path.of("README.md"), Path.of("CHANGELOG.md")),
            files(Path.of("src/site/markdown"), ".md").stream(),
            files(Path.of("ops"), ".md").stream())
        .flatMap(pages -> pages)
        .forEach(page -> wide.addAll(wideLines(page)));

    assertThat(wide).isEmpty();
  }

  /** But for code, tables, headings and pictures, which cannot be broken. */
  private static List<String> wideLines(Path page) {
    List<String> wide = new ArrayList<>();
    boolean isCode = false;
    int number = 0;
    for (String line : read(page).lines().toList()) {
      number++;
      isCode ^= line.strip().startsWith("```");
      if (!isCode
          && line.codePointCount(0, line.length()) > PAGE_WIDTH
          && !UNWRAPPED.matcher(line).matches()) {
        wide.add(page + ":" + number);
      }
    }
    return wide;
  }

  private static List<Path> files(Path top, String end) {
    try (Stream<Path> found = Files.walk(top)) {
      return found.filter(file -> file.toString().endsWith(end)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
