package dev.actonce;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** The page of the architecture says what holds. */
class ArchitecturePageTest {
  private static final Path PAGE = Path.of("src/site/markdown/architecture.md");
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)#]+)(#[^)]*)?\\)");
  private static final Pattern TYPE = Pattern.compile("`([A-Z][a-z]+\\w*)(\\.\\w+)?(\\(\\))?`");

  @Test
  void showsTheTableOfPackagesThatIsEnforced() throws IOException {
    String page = Files.readString(PAGE);
    String table =
        page.substring(page.indexOf("<!-- packages -->"), page.indexOf("<!-- end packages -->"));

    assertThat(table.lines().filter(line -> line.startsWith("| `")).map(this::withoutPurpose))
        .containsExactlyElementsOf(ArchitectureTest.table().map(this::row).toList());
  }

  @Test
  void linksToWhatIsThere() throws IOException {
    List<String> broken = new ArrayList<>();
    Matcher links = LINK.matcher(Files.readString(PAGE));
    while (links.find()) {
      if (!Files.exists(PAGE.resolveSibling(links.group(1)).normalize())) {
        broken.add(links.group(1));
      }
    }

    assertThat(broken).isEmpty();
  }

  @Test
  void namesTypesThatExist() throws IOException {
    Set<String> types = types();
    List<String> unknown = new ArrayList<>();
    Matcher named = TYPE.matcher(Files.readString(PAGE));
    while (named.find()) {
      if (!types.contains(named.group(1))) {
        unknown.add(named.group(1));
      }
    }

    assertThat(unknown).isEmpty();
  }

  private static Set<String> types() throws IOException {
    try (Stream<Path> main = Files.walk(Path.of("src/main/java"));
        Stream<Path> test = Files.walk(Path.of("src/test/java"))) {
      return Stream.concat(main, test)
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java"))
          .map(name -> name.substring(0, name.length() - ".java".length()))
          .collect(toSet());
    }
  }

  private String withoutPurpose(String line) {
    String[] cells = line.split("\\|", -1);
    return cells[1].strip() + " " + cells[3].strip();
  }

  private String row(Arguments arguments) {
    String uses =
        Stream.of((List<?>) arguments.get()[1])
            .flatMap(List::stream)
            .map(each -> name((String) each))
            .collect(joining(", "));
    return "`" + name((String) arguments.get()[0]) + "` " + (uses.isEmpty() ? "nothing" : uses);
  }

  private static String name(String pattern) {
    return pattern.replace("dev.actonce.", "").replace("..", "");
  }
}
