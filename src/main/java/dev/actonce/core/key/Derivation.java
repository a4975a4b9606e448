package dev.actonce.core.key;

import dev.actonce.core.Fingerprint;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.KeyKind;
import java.util.List;
import java.util.function.Function;

/** What {@link KeyDeriver} found: a key, or why there is none. */
public sealed interface Derivation {

  /**
   * The intent has a key.
   *
   * @param key the action's identity
   * @param fingerprint hash of tenant, action and identity fields, whatever the key's kind and the
   *     session; equal payloads of one tenant have equal fingerprints
   * @param kind from what the key was derived
   * @param parts what the key is the hash of, in order; holds arguments, so never log it
   */
  record Derived(IdempotencyKey key, Fingerprint fingerprint, KeyKind kind, List<KeyPart> parts)
      implements Derivation {
    public Derived {
      parts = List.copyOf(parts);
    }

    @Override
    public <T> T match(
        Function<? super Derived, ? extends T> derived,
        Function<? super Underivable, ? extends T> underivable) {
      return derived.apply(this);
    }

    /** Without the parts, because they hold arguments. */
    @Override
    public String toString() {
      return "Derived[key=" + key + ", fingerprint=" + fingerprint + ", kind=" + kind + "]";
    }
  }

  /**
   * The intent has no key; nothing may be claimed or executed for it.
   *
   * @param code machine-readable reason, upper snake case; see {@link KeyDeriver}
   * @param message reason for people and language models, with the remedy; quotes no arguments
   */
  record Underivable(String code, String message) implements Derivation {
    @Override
    public <T> T match(
        Function<? super Derived, ? extends T> derived,
        Function<? super Underivable, ? extends T> underivable) {
      return underivable.apply(this);
    }
  }

  /** Applies the function of the case at hand. */
  <T> T match(
      Function<? super Derived, ? extends T> derived,
      Function<? super Underivable, ? extends T> underivable);
}
