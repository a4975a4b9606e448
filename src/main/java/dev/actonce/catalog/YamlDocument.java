package dev.actonce.catalog;

import java.io.StringReader;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.nodes.Node;

/**
 * Parses YAML text to nodes that know their lines, in bounded time and memory. Aliases are refused:
 * a few nested ones can stand for gigabytes, and a policy reads best where it stands.
 */
final class YamlDocument {
  /** Longest text. */
  static final int MAX_CHARS = 1 << 20;

  /** What a text that is longer than {@link #MAX_CHARS} is refused with. */
  static final String TOO_LARGE = "the file is over 1 MiB; split or shorten the catalog";

  private static final int MAX_DEPTH = 50;
  private static final Mark START = new Mark("start", 0, 0, 0, new int[0], 0);

  private YamlDocument() {}

  static Node parse(String text, Problems problems) {
    if (text.length() > MAX_CHARS) { // The parser's own limit does not count comments.
      throw problems.fatal(START, TOO_LARGE);
    }
    try {
      requireFlat(text, problems);
      Node root = yaml().compose(new StringReader(text));
      if (root == null) {
        throw problems.fatal(START, "the file is empty; it needs a 'tools' mapping");
      }
      return root;
    } catch (MarkedYAMLException e) {
      Mark mark = e.getProblemMark() == null ? START : e.getProblemMark();
      throw problems.fatal(mark, "not valid YAML: " + e.getProblem() + "; mend the syntax here");
    } catch (YAMLException e) {
      throw problems.fatal(
          START, "not readable YAML: " + e.getMessage() + "; the limit is depth " + MAX_DEPTH);
    }
  }

  /** Reads on only until something is refused: the parser takes quadratic time for deep nests. */
  private static void requireFlat(String text, Problems problems) {
    int depth = 0;
    for (Event event : yaml().parse(new StringReader(text))) {
      if (event instanceof AliasEvent alias) {
        throw problems.fatal(
            alias.getStartMark(),
            "found the alias '*" + alias.getAnchor() + "'; write the value out in full");
      }
      if (event instanceof CollectionStartEvent start && ++depth > MAX_DEPTH) {
        throw problems.fatal(
            start.getStartMark(), "nested deeper than " + MAX_DEPTH + "; write it flatter");
      }
      depth -= event instanceof CollectionEndEvent ? 1 : 0;
    }
  }

  private static Yaml yaml() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(MAX_CHARS);
    options.setNestingDepthLimit(MAX_DEPTH);
    options.setMaxAliasesForCollections(0);
    return new Yaml(options);
  }
}
