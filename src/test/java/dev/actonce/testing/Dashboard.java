package dev.actonce.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A Grafana dashboard, as its file says.
 *
 * @param json the whole file
 */
public record Dashboard(JsonNode json) {
  public static final Path FILE = Path.of("ops/grafana/dashboards/actonce.json");

  /** One question of a panel. */
  public record Query(String panel, String text) {}

  public static Dashboard read() {
    try {
      return new Dashboard(new ObjectMapper().readTree(FILE.toFile()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Rows and panels, in their order. */
  public List<JsonNode> all() {
    List<JsonNode> panels = new ArrayList<>();
    json.path("panels")
        .forEach(
            panel -> {
              panels.add(panel);
              panel.path("panels").forEach(panels::add); // Of a row that is folded.
            });
    return panels;
  }

  /** Panels without the rows. */
  public List<JsonNode> panels() {
    return all().stream().filter(panel -> !panel.path("type").asText().equals("row")).toList();
  }

  /** Every question of every panel, with its variables. */
  public List<Query> queries() {
    return panels().stream()
        .flatMap(
            panel ->
                stream(panel.path("targets"))
                    .map(target -> query(panel.path("title"), target.path("expr"))))
        .toList();
  }

  private static Query query(JsonNode panel, JsonNode text) {
    return new Query(panel.asText(), text.asText());
  }

  public List<JsonNode> variables() {
    return stream(json.path("templating").path("list")).toList();
  }

  private static Stream<JsonNode> stream(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }
}
