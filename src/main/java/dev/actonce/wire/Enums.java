package dev.actonce.wire;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;

/** Enum constants by name across the two worlds. */
final class Enums {
  private Enums() {}

  /**
   * The constant of the same name.
   *
   * @throws ActOnceException UNDECODABLE when there is none, as for a symbol of a newer version
   */
  static <E extends Enum<E>> E sameName(Class<E> type, Enum<?> other) {
    try {
      return Enum.valueOf(type, other.name());
    } catch (IllegalArgumentException e) {
      throw new ActOnceException(
          ErrorCode.UNDECODABLE,
          type.getSimpleName() + " '" + other.name() + "' is not known to this version; upgrade it",
          e);
    }
  }
}
