package dev.actonce.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads a whole {@code tools.yaml}; several mistakes are reported together. */
final class CatalogReader {
  /** What MCP 2025-11-25 allows, and the slash and colon of its neighbours. */
  private static final String NAME_FORM = "[A-Za-z0-9_.:/-]{1,128}";

  private CatalogReader() {}

  static List<Tool> read(String yaml, String fileName) {
    Problems problems = new Problems(fileName);
    CatalogValue root = new CatalogValue(YamlDocument.parse(yaml, problems), "", problems);
    List<Tool> tools = new ArrayList<>();
    Optional<Section> entries =
        root.section(Set.of("tools"))
            .flatMap(top -> top.require("tools", "put the tools under 'tools:'"))
            .flatMap(CatalogValue::mapping);
    entries.ifPresent(section -> readTools(section, tools));
    problems.throwIfAny();
    return tools;
  }

  private static void readTools(Section section, List<Tool> tools) {
    for (Map.Entry<String, CatalogValue> entry : section.settings().entrySet()) {
      if (!entry.getKey().matches(NAME_FORM)) {
        section
            .name(entry.getKey())
            .ifPresent(
                name ->
                    name.problem("not a tool's name; use 1 to 128 letters, digits and _ . : / -"));
      }
      ToolReader.read(entry.getKey(), entry.getValue()).ifPresent(tools::add);
    }
  }
}
