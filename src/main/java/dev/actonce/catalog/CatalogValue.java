package dev.actonce.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.Durations;
import dev.actonce.core.Spelling;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * One value of the catalog with its place. Every reader that meets a wrong value reports it and
 * answers empty, so that one load finds several mistakes. Confined to the loading thread.
 */
final class CatalogValue {
  private final Node node;
  private final String path;
  private final Problems problems;

  CatalogValue(Node node, String path, Problems problems) {
    this.node = node;
    this.path = path;
    this.problems = problems;
  }

  void problem(String text) {
    problems.add(node, path, text);
  }

  /** Text; a bare number or boolean is a wrong type. */
  Optional<String> text() {
    Optional<String> text = node.getTag().equals(Tag.STR) ? scalar() : Optional.empty();
    if (text.isEmpty()) {
      problem("found " + found() + "; write text, in quotes if it looks like a number");
    }
    return text;
  }

  /** Text that a parser turns into a value; what the parser throws becomes the problem. */
  <T> Optional<T> text(Function<String, T> parser) {
    return text().flatMap(text -> attempt(() -> parser.apply(text)));
  }

  <T> Optional<T> attempt(Supplier<T> step) {
    try {
      return Optional.of(step.get());
    } catch (ActOnceException e) {
      problem(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /** A member of a closed list, in the list's own spelling. */
  Optional<String> choice(List<String> valid) {
    Optional<String> text = text();
    if (text.isPresent() && !valid.contains(text.get())) {
      problem("found '" + text.get() + "'; " + Spelling.advice(text.get(), valid));
      return Optional.empty();
    }
    return text;
  }

  /** A constant of the enum, written in lower case. */
  <E extends Enum<E>> Optional<E> choice(Class<E> type) {
    List<String> valid =
        Arrays.stream(type.getEnumConstants()).map(e -> e.name().toLowerCase(Locale.ROOT)).toList();
    return choice(valid).map(name -> Enum.valueOf(type, name.toUpperCase(Locale.ROOT)));
  }

  Optional<Integer> integer(int min, int max) {
    Optional<Integer> value =
        scalar()
            .filter(text -> node.getTag().equals(Tag.INT) && text.matches("\\d{1,9}"))
            .map(Integer::valueOf)
            .filter(number -> number >= min && number <= max);
    if (value.isEmpty()) {
      problem("found " + found() + "; write a whole number, " + min + " to " + max);
    }
    return value;
  }

  /** A duration longer than zero. */
  Optional<Duration> duration() {
    return durationOrZero()
        .filter(
            value -> {
              if (value.isZero()) {
                problem("found " + found() + "; it must be longer than zero, such as 300s");
              }
              return !value.isZero();
            });
  }

  Optional<Duration> durationOrZero() {
    Optional<Duration> value = scalar().flatMap(Durations::parse);
    if (value.isEmpty()) {
      problem("found " + found() + "; " + Durations.REMEDY);
    }
    return value;
  }

  /** A number of bytes, 0 to a bound: a whole number and {@code B}, {@code KiB} or {@code MiB}. */
  Optional<Integer> bytes(int max) {
    Optional<Integer> value =
        scalar().flatMap(ByteSizes::parse).filter(size -> size <= max).map(Long::intValue);
    if (value.isEmpty()) {
      problem("found " + found() + "; " + ByteSizes.REMEDY + ", at most " + max / 1024 + "KiB");
    }
    return value;
  }

  /** A list of texts without repeats. */
  List<String> texts() {
    List<String> texts = items().stream().flatMap(item -> item.text().stream()).toList();
    if (Set.copyOf(texts).size() != texts.size()) {
      problem("found an entry twice; name each once");
    }
    return texts;
  }

  List<CatalogValue> items() {
    if (!(node instanceof SequenceNode sequence)) {
      problem("found " + found() + "; write a list, such as [a, b]");
      return List.of();
    }
    return sequence.getValue().stream()
        .map(item -> new CatalogValue(item, path, problems))
        .toList();
  }

  /** A mapping with fixed names. */
  Optional<Section> section(Set<String> known) {
    Optional<Section> section = mapping();
    section.ifPresent(present -> present.rejectAllBut(known));
    return section;
  }

  /** A mapping whose names are the user's own. */
  Optional<Section> mapping() {
    if (node instanceof MappingNode mapping) {
      return Optional.of(Section.of(mapping, path, problems));
    }
    problem("found " + found() + "; write a mapping, 'name: value' lines that are indented");
    return Optional.empty();
  }

  JsonNode json() {
    return new YamlJson(path, problems).convert(node);
  }

  /** The text of any scalar but null. */
  Optional<String> scalar() {
    return node instanceof ScalarNode scalar && !node.getTag().equals(Tag.NULL)
        ? Optional.of(scalar.getValue())
        : Optional.empty();
  }

  private String found() {
    if (node instanceof MappingNode) {
      return "a mapping";
    }
    if (node instanceof SequenceNode) {
      return "a list";
    }
    return scalar().map(text -> "'" + abbreviate(text) + "'").orElse("nothing");
  }

  private static String abbreviate(String text) {
    return text.length() > 80 ? text.substring(0, 80) + "..." : text;
  }
}
