package dev.actonce.core.gate;

import org.jspecify.annotations.Nullable;

/**
 * All that the gate knows of one key: it is open, remembered, or neither.
 *
 * @param open admitted and not final
 * @param memory final
 */
public record KeyState(@Nullable OpenEntry open, @Nullable MemoryEntry memory) {
  /** Nothing is known. */
  public static final KeyState NONE = new KeyState(null, null);

  static KeyState open(OpenEntry entry) {
    return new KeyState(entry, null);
  }

  static KeyState remembered(MemoryEntry entry) {
    return new KeyState(null, entry);
  }
}
