package dev.actonce.catalog;

import dev.actonce.core.Spelling;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** A mapping of the catalog: settings by name, in file order. Confined to the loading thread. */
final class Section {
  private final CatalogValue self;
  private final Map<String, CatalogValue> settings = new LinkedHashMap<>();
  private final Map<String, CatalogValue> names = new LinkedHashMap<>();

  private Section(CatalogValue self) {
    this.self = self;
  }

  static Section of(MappingNode mapping, String path, Problems problems) {
    Section section = new Section(new CatalogValue(mapping, path, problems));
    for (NodeTuple tuple : mapping.getValue()) {
      Node nameNode = tuple.getKeyNode();
      if (!(nameNode instanceof ScalarNode scalar)) {
        problems.add(nameNode, path, "found a collection as a name; write plain text");
        continue;
      }
      String name = scalar.getValue();
      String child = path.isEmpty() ? name : path + "." + name;
      CatalogValue nameSetting = new CatalogValue(nameNode, child, problems);
      if (section.names.putIfAbsent(name, nameSetting) != null) {
        nameSetting.problem("found '" + name + "' twice; keep one of them");
      } else {
        section.settings.put(name, new CatalogValue(tuple.getValueNode(), child, problems));
      }
    }
    return section;
  }

  /** The mapping as a whole, for problems that belong to no single setting. */
  CatalogValue self() {
    return self;
  }

  Map<String, CatalogValue> settings() {
    return settings;
  }

  /** The place of a setting's name, for problems with the name itself. */
  Optional<CatalogValue> name(String name) {
    return Optional.ofNullable(names.get(name));
  }

  Optional<CatalogValue> find(String name) {
    return Optional.ofNullable(settings.get(name));
  }

  Optional<CatalogValue> require(String name, String remedy) {
    Optional<CatalogValue> setting = find(name);
    if (setting.isEmpty()) {
      self.problem("'" + name + "' is missing; " + remedy);
    }
    return setting;
  }

  void rejectAllBut(Set<String> known) {
    names.forEach(
        (name, place) -> {
          if (!known.contains(name)) {
            place.problem("unknown setting '" + name + "'; " + Spelling.advice(name, known));
          }
        });
  }
}
