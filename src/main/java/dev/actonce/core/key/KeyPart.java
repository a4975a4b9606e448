package dev.actonce.core.key;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One part of what a key is the hash of; all parts in order explain the key. Holds its text in
 * UTF-8, which is what is hashed; few ever ask for the text. Immutable.
 */
public final class KeyPart {
  private final String name;
  private final byte @Nullable [] utf8;

  /**
   * @param utf8 the hashed text, from now on the part's own; null when absent
   */
  KeyPart(String name, byte @Nullable [] utf8) {
    this.name = name;
    this.utf8 = utf8;
  }

  /**
   * A part of a text.
   *
   * @param name what the part is, for people; not hashed
   * @param value the hashed text, valid Unicode; null when absent, which hashes differently from
   *     every text
   */
  public static KeyPart of(String name, @Nullable String value) {
    return new KeyPart(name, value == null ? null : value.getBytes(StandardCharsets.UTF_8));
  }

  /** What the part is, for people. */
  public String name() {
    return name;
  }

  /** The hashed text; null when absent. */
  public @Nullable String value() {
    return utf8 == null ? null : new String(utf8, StandardCharsets.UTF_8);
  }

  /** The hashed bytes, not to be changed; null when absent. */
  byte @Nullable [] utf8() {
    return utf8;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyPart part
        && name.equals(part.name)
        && Arrays.equals(utf8, part.utf8);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + Arrays.hashCode(utf8);
  }

  /** Without the text, because it may hold arguments. */
  @Override
  public String toString() {
    return "KeyPart[" + name + "]";
  }
}
