package dev.actonce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.testing.LongRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The page of tests says truly which integration tests a plain build runs, and which it leaves out.
 */
class TestsPageTest {
  private static final Path PAGE = Path.of("src/site/markdown/tests.md");
  private static final Path TESTS = Path.of("src/test/java");
  private static final Pattern ROW = Pattern.compile("(?m)^\\|[^|]+\\|([^|]*)\\|([^|]*)\\|$");
  private static final Pattern SUITE = Pattern.compile("`(\\w+IT)`");

  @Test
  void listsWhatAPlainBuildRuns() throws Exception {
    assertThat(listed(1)).containsExactlyInAnyOrderElementsOf(suites(TestsPageTest::hasShortTests));
  }

  @Test
  void listsWhatTheLongProfileRuns() throws Exception {
    assertThat(listed(2)).containsExactlyInAnyOrderElementsOf(suites(TestsPageTest::hasLongTests));
  }

  /** A row is a guarantee: it would be lost from a plain build with an empty first cell. */
  @Test
  void leavesNoGuaranteeToTheLongProfileAlone() throws IOException {
    assertThat(rows()).isNotEmpty().allMatch(row -> !row.group(1).isBlank());
  }

  private static boolean hasShortTests(Class<?> suite) {
    return !isLong(suite)
        && Arrays.stream(suite.getDeclaredMethods())
            .anyMatch(
                method ->
                    AnnotationSupport.isAnnotated(method, Testable.class)
                        && !method.isAnnotationPresent(LongRun.class));
  }

  private static boolean hasLongTests(Class<?> suite) {
    return isLong(suite)
        || Arrays.stream(suite.getDeclaredMethods())
            .anyMatch(method -> method.isAnnotationPresent(LongRun.class));
  }

  private static boolean isLong(Class<?> suite) {
    return suite.isAnnotationPresent(LongRun.class);
  }

  private interface Choice {
    boolean includes(Class<?> suite);
  }

  private static List<String> suites(Choice choice) throws Exception {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(TESTS)) {
      files = walk.filter(file -> file.toString().endsWith("IT.java")).toList();
    }
    List<String> names = new ArrayList<>();
    for (Path file : files) {
      String name =
          TESTS.relativize(file).toString().replaceAll("\\.java$", "").replaceAll("[/\\\\]", ".");
      Class<?> suite = Class.forName(name, false, TestsPageTest.class.getClassLoader());
      if (choice.includes(suite)) {
        names.add(suite.getSimpleName());
      }
    }
    return names;
  }

  private static List<String> listed(int cell) throws IOException {
    return rows().stream()
        .flatMap(row -> SUITE.matcher(row.group(cell)).results())
        .map(match -> match.group(1))
        .distinct() // A suite may show several guarantees.
        .toList();
  }

  private static List<MatchResult> rows() throws IOException {
    return ROW.matcher(Files.readString(PAGE))
        .results()
        .filter(row -> SUITE.matcher(row.group()).find())
        .toList();
  }
}
