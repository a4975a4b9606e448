package dev.actonce.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The page of the catalog lists what the reader accepts, and nothing else. */
class CatalogPageTest {
  private static final Path PAGE = Path.of("src/site/markdown/catalog.md");

  static List<Arguments> sections() {
    return List.of(
        Arguments.of("## A tool", ToolReader.SETTINGS),
        Arguments.of("## retry", ToolReader.RETRY_SETTINGS),
        Arguments.of("## http", HttpReader.SETTINGS),
        Arguments.of("## http.lookup", HttpReader.LOOKUP_SETTINGS));
  }

  @ParameterizedTest
  @MethodSource("sections")
  void listsEverySettingOfASection(String heading, Set<String> settings) throws IOException {
    String page = Files.readString(PAGE);
    int start = page.indexOf(heading + "\n");
    assertThat(start).as(heading).isNotNegative();
    int next = page.indexOf("\n## ", start + 1);
    String section = page.substring(start, next < 0 ? page.length() : next);

    assertThat(
            Pattern.compile("^\\| `([a-z_]+)` \\|", Pattern.MULTILINE)
                .matcher(section)
                .results()
                .map(row -> row.group(1))
                .collect(Collectors.toSet()))
        .isEqualTo(settings);
  }
}
