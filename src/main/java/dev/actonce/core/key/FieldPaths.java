package dev.actonce.core.key;

import dev.actonce.core.KeyPolicy;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A policy's paths as a tree of member names. A path is member names from the root, joined by dots;
 * an array and all its elements have the path of the array. Names that hold a dot cannot be named.
 */
final class FieldPaths {
  private static final FieldPaths NONE = new FieldPaths();

  private final Map<String, FieldPaths> children = new HashMap<>(4);
  private boolean identity;
  private boolean set;
  private boolean instant;
  private boolean number;

  private FieldPaths() {}

  static FieldPaths of(KeyPolicy policy) {
    if (policy.identity().isEmpty()
        && policy.sets().isEmpty()
        && policy.instants().isEmpty()
        && policy.numbers().isEmpty()) {
      return NONE;
    }
    FieldPaths root = new FieldPaths();
    root.mark(policy.identity(), field -> field.identity = true);
    root.mark(policy.sets(), field -> field.set = true);
    root.mark(policy.instants(), field -> field.instant = true);
    root.mark(policy.numbers(), field -> field.number = true);
    return root;
  }

  private void mark(Collection<String> paths, Consumer<FieldPaths> flag) {
    for (String path : paths) {
      FieldPaths field = this;
      for (String name : NormalForm.nfc(path).split("\\.", -1)) {
        field = field.children.computeIfAbsent(name, unused -> new FieldPaths());
      }
      flag.accept(field);
    }
  }

  /** What the policy says of a member. */
  FieldPaths member(JsonValue.StringValue name) {
    return this == NONE ? NONE : children.getOrDefault(name.text(), NONE);
  }

  /** Whether the policy names no field here or below. */
  boolean isNone() {
    return this == NONE;
  }

  boolean isIdentity() {
    return identity;
  }

  boolean isSet() {
    return set;
  }

  boolean isInstant() {
    return instant;
  }

  boolean isNumber() {
    return number;
  }
}
