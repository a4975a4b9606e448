package dev.actonce.core.key;

import dev.actonce.core.KeyPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cuts arguments down to the identity fields.
 *
 * <p>A named field is kept whole. On the way to it an object keeps only what leads to a named
 * field, and an array keeps its length: an element without any becomes null. What holds no named
 * field at all is left out, so an absent field, a null one and an empty parent are the same.
 */
final class IdentityProjection {
  private IdentityProjection() {}

  /** The first identity path that the arguments must have and lack; null counts as absent. */
  static Optional<String> missing(JsonValue arguments, KeyPolicy policy) {
    return policy.identity().stream()
        .filter(path -> !policy.optional().contains(path))
        .filter(path -> !leadsTo(NormalForm.nfc(path).split("\\.", -1), 0, arguments))
        .findFirst();
  }

  /** Whether a value holds a field; an array does if any of its elements does. */
  private static boolean leadsTo(String[] names, int depth, JsonValue value) {
    if (depth == names.length) {
      return true;
    }
    return value.match(
        object ->
            object.members().stream()
                .filter(member -> member.name().text().equals(names[depth]))
                .anyMatch(member -> leadsTo(names, depth + 1, member.value())),
        array -> array.elements().stream().anyMatch(element -> leadsTo(names, depth, element)),
        scalar -> false);
  }

  /** The identity fields, or empty when the value has none of them. */
  static Optional<JsonValue> of(JsonValue value, FieldPaths paths) {
    if (paths.isIdentity()) {
      return Optional.of(value);
    }
    if (paths.isNone()) {
      return Optional.empty();
    }
    return value.match(
        object -> ofObject(object, paths),
        array -> ofArray(array, paths),
        none -> Optional.empty());
  }

  private static Optional<JsonValue> ofObject(JsonValue.ObjectValue object, FieldPaths paths) {
    List<JsonValue.Member> kept = new ArrayList<>();
    for (JsonValue.Member member : object.members()) {
      of(member.value(), paths.member(member.name()))
          .ifPresent(value -> kept.add(new JsonValue.Member(member.name(), value)));
    }
    return kept.isEmpty() ? Optional.empty() : Optional.of(new JsonValue.ObjectValue(kept));
  }

  private static Optional<JsonValue> ofArray(JsonValue.ArrayValue array, FieldPaths paths) {
    List<JsonValue> elements = new ArrayList<>(array.elements().size());
    boolean found = false;
    for (JsonValue element : array.elements()) {
      Optional<JsonValue> kept = of(element, paths);
      found |= kept.isPresent();
      elements.add(kept.orElse(JsonValue.Literal.NULL));
    }
    return found ? Optional.of(new JsonValue.ArrayValue(elements)) : Optional.empty();
  }
}
