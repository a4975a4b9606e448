package dev.actonce;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** The page of foreign clients shows the forms that the schemas have. */
class InteropPageTest {
  private static final Path PAGE = Path.of("src/site/markdown/interop.md");

  @Test
  void listsTheMembersOfAnIntent() throws IOException {
    assertThat(shown("intent members")).isEqualTo(table(schema("Scope", "ActionIntent")));
  }

  @Test
  void listsTheMembersOfAnOutcome() throws IOException {
    String members =
        members("", schema("Scope", "OutcomeEvent"))
            .map(row -> row.replace("| no |", "|").replace("| yes |", "|"))
            .collect(joining("\n", "| member | form |\n|---|---|\n", "\n"));

    assertThat(shown("outcome members")).isEqualTo(members);
  }

  private static String table(Schema schema) {
    return members("", schema)
        .collect(joining("\n", "| member | form | required |\n|---|---|---|\n", "\n"));
  }

  private static Stream<String> members(String prefix, Schema schema) {
    return schema.getFields().stream()
        .flatMap(
            field -> {
              Schema type = field.schema().isUnion() ? last(field.schema()) : field.schema();
              return type.getType() == Schema.Type.RECORD
                  ? members(prefix + field.name() + ".", type)
                  : Stream.of(
                      "| `%s` | %s | %s |"
                          .formatted(
                              prefix + field.name(),
                              form(field, type),
                              isOptional(field) ? "no" : "yes"));
            });
  }

  /** Arguments are required in Avro; in JSON, none are an empty object. */
  private static boolean isOptional(Schema.Field field) {
    return field.hasDefaultValue() || "application/json".equals(field.getProp("contentMediaType"));
  }

  private static String form(Schema.Field field, Schema type) {
    if ("application/json".equals(field.getProp("contentMediaType"))) {
      return "JSON";
    }
    if (type.getLogicalType() != null) {
      return "time";
    }
    return switch (type.getType()) {
      case STRING -> "text";
      case MAP -> "object of texts";
      case INT, LONG -> "number";
      case ENUM ->
          type.getEnumSymbols().stream()
              .filter(symbol -> !symbol.equals("UNSPECIFIED"))
              .map(symbol -> "`" + symbol + "`")
              .collect(joining(", "));
      default -> throw new IllegalStateException(type.toString());
    };
  }

  private static Schema last(Schema union) {
    return union.getTypes().get(union.getTypes().size() - 1);
  }

  private static Schema schema(String... files) throws IOException {
    Schema.Parser parser = new Schema.Parser();
    Schema schema = null;
    for (String file : files) {
      schema = parser.parse(Path.of("schemas", file + ".avsc").toFile());
    }
    return java.util.Objects.requireNonNull(schema);
  }

  private static String shown(String name) throws IOException {
    String page = Files.readString(PAGE);
    String start = "<!-- " + name + " -->\n";
    return page.substring(
        page.indexOf(start) + start.length(), page.indexOf("<!-- end " + name + " -->"));
  }
}
