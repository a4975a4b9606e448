package dev.actonce;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.testing.Right;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;

/** The docs list the rights with which agents, gates, executors and operators are tested. */
class AccessPageTest {
  private static final String HEAD = "| who | right | on |\n|---|---|---|\n";

  @Test
  void listsTheRightsThatSuffice() throws Exception {
    Map<String, List<Right>> roles = new LinkedHashMap<>();
    roles.put("agent", Right.ofAgent());
    roles.put("gate", Right.ofGate());
    roles.put("executor", Right.ofExecutor());
    roles.put("operator", Right.ofOperator());

    String page = Files.readString(Path.of("src/site/markdown/operations.md"));
    String start = "<!-- rights -->\n";
    assertThat(
            page.substring(
                page.indexOf(start) + start.length(), page.indexOf("<!-- end rights -->")))
        .isEqualTo(
            roles.entrySet().stream()
                .flatMap(role -> rows(role.getKey(), role.getValue()))
                .collect(joining("\n", HEAD, "\n")));
  }

  private static Stream<String> rows(String who, List<Right> rights) {
    return rights.stream()
        .collect(
            groupingBy(
                right -> kind(right.resource().resourceType()) + "|" + name(right),
                LinkedHashMap::new,
                mapping(right -> "`" + pattern(right.resource()) + "`", joining(", "))))
        .entrySet()
        .stream()
        .map(
            group -> {
              String[] key = group.getKey().split("\\|", -1);
              return "| %s | %s | %s %s |".formatted(who, key[1], key[0], group.getValue());
            });
  }

  private static String kind(ResourceType type) {
    return type.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String name(Right right) {
    return Stream.of(right.operation().name().split("_", -1))
        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(joining());
  }

  private static String pattern(ResourcePattern resource) {
    return resource.name() + (resource.patternType() == PatternType.PREFIXED ? "*" : "");
  }
}
