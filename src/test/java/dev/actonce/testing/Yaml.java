package dev.actonce.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * A value of a YAML file, with anchors and merges resolved. What is asked for must be there and of
 * that kind, else the test fails with its place.
 */
public final class Yaml {
  private final String place;
  private final @Nullable Object value;

  private Yaml(String place, @Nullable Object value) {
    this.place = place;
    this.value = value;
  }

  /** The document in a file; a member that is named twice is an error. */
  public static Yaml of(Path file) {
    LoaderOptions strict = new LoaderOptions();
    strict.setAllowDuplicateKeys(false);
    try {
      Object document =
          new org.yaml.snakeyaml.Yaml(new SafeConstructor(strict)).load(Files.readString(file));
      return new Yaml(file.toString(), document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The member of this name. */
  public Yaml get(String name) {
    return find(name).orElseThrow(() -> new AssertionError(place + " has no '" + name + "'"));
  }

  /** The member of this name, if there is one. */
  public Optional<Yaml> find(String name) {
    return Optional.ofNullable(members().get(name));
  }

  /** All members, in the file's order. */
  public Map<String, Yaml> members() {
    if (!(value instanceof Map<?, ?> map)) {
      throw new AssertionError(place + " is no mapping: " + value);
    }
    Map<String, Yaml> members = new LinkedHashMap<>();
    map.forEach(
        (name, member) -> members.put(name.toString(), new Yaml(place + "." + name, member)));
    return members;
  }

  /** The items of a list. */
  public List<Yaml> items() {
    if (!(value instanceof List<?> list)) {
      throw new AssertionError(place + " is no list: " + value);
    }
    return list.stream().map(item -> new Yaml(place + "[]", item)).toList();
  }

  /** The items of a list of scalars. */
  public List<String> texts() {
    return items().stream().map(Yaml::text).toList();
  }

  /** A scalar. */
  public String text() {
    if (value == null || value instanceof Map || value instanceof List) {
      throw new AssertionError(place + " is no scalar: " + value);
    }
    return value.toString();
  }
}
