package dev.actonce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;

/** The page of cases names every case once, and tests that exist. */
class CasesPageTest {
  private static final Path PAGE = Path.of("src/site/markdown/cases.md");
  private static final Path TESTS = Path.of("src/test/java");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| ([KJAXRN]\\d\\d) \\| (.+) \\| (.+) \\|$");
  private static final Pattern REFERENCE = Pattern.compile("`(\\w+)#(\\w+)`");

  /** Never shorter; a case that is settled stays as a row. */
  private static final List<String> IDS =
      List.of(
          ("K01 K03 K04 K06 K08 K09 K11 K12 K13 K14 K16 K17 K19 K22 K23 K24 K25 K26 K28"
                  + " J01 J02 J03 J05 J06 J07 J08 J10 J11 J12 J14 J16 J17 J19"
                  + " A01 A02 A04 A05 A07 A08 A09 A11 A12 A14 A15 A17 A19 A21 A23"
                  + " X01 X02 X04 X06 X08 X09 X10 X11 X13 X14 X17 X18"
                  + " R01 R02 R04 R05 R06 R08 R09 R10 R12"
                  + " N15 N16 N17 N18 N25 N26 N27 N28 N29 N30 N35 N44")
              .split(" "));

  /** What may be open; agents and executors have no open case. */
  private static final List<String> OPEN = List.of("K08", "K09");

  @Test
  void namesEveryCaseOnce() {
    assertThat(rows().map(row -> row.group(1))).containsExactlyElementsOf(IDS);
  }

  @Test
  void showsEveryCaseByATestUnlessItIsMarkedAsOpen() {
    assertThat(rows().filter(row -> row.group(3).contains("**open**")).map(row -> row.group(1)))
        .isSubsetOf(OPEN);
    assertThat(rows().filter(row -> !row.group(3).contains("**open**")))
        .allMatch(row -> REFERENCE.matcher(row.group(3)).find());
  }

  @ParameterizedTest
  @MethodSource("references")
  void namesTestsThatExist(String className, String method) throws Exception {
    String qualified = classes().get(className);
    assertThat(qualified).as("test class %s", className).isNotNull();
    List<Method> methods =
        Arrays.stream(Class.forName(qualified).getDeclaredMethods())
            .filter(candidate -> candidate.getName().equals(method))
            .toList();
    assertThat(methods)
        .as("test %s#%s", className, method)
        .isNotEmpty()
        .allMatch(candidate -> AnnotationSupport.isAnnotated(candidate, Testable.class));
  }

  static Stream<Arguments> references() {
    return rows()
        .flatMap(row -> REFERENCE.matcher(row.group(3)).results())
        .map(match -> Arguments.of(match.group(1), match.group(2)))
        .distinct();
  }

  private static Stream<MatchResult> rows() {
    return ROW.matcher(page()).results();
  }

  /** Full names of the test classes by their simple names. */
  private static Map<String, String> classes() throws IOException {
    try (Stream<Path> files = Files.walk(TESTS)) {
      return files
          .filter(
              file -> file.toString().endsWith("Test.java") || file.toString().endsWith("IT.java"))
          .map(
              file ->
                  TESTS
                      .relativize(file)
                      .toString()
                      .replaceAll("\\.java$", "")
                      .replaceAll("[/\\\\]", "."))
          .collect(
              Collectors.toMap(name -> name.substring(name.lastIndexOf('.') + 1), name -> name));
    }
  }

  private static String page() {
    try {
      return Files.readString(PAGE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
