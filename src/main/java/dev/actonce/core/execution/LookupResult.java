package dev.actonce.core.execution;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a look-up at the provider proved. */
public sealed interface LookupResult {

  /** Names each case, so that a new one breaks the build wherever results are told apart. */
  <T> T match(
      Function<? super Found, ? extends T> found,
      Function<? super Absent, ? extends T> absent,
      Function<? super Inconclusive, ? extends T> inconclusive);

  /**
   * What a handler returned, or {@link Inconclusive} in place of null: "not found is null" is a
   * common idiom, but a handler that forgot a case looks the same, so absence must be said.
   */
  static LookupResult of(@Nullable LookupResult returned) {
    return returned == null
        ? new Inconclusive("the look-up returned null, which proves nothing; return Absent")
        : returned;
  }

  /**
   * The effect is there.
   *
   * @param result what was found, as JSON text; null becomes the text {@code null}
   * @param reference the provider's reference
   */
  record Found(String result, @Nullable String reference) implements LookupResult {
    public Found {
      result = Objects.requireNonNullElse(result, "null");
    }

    @Override
    public <T> T match(
        Function<? super Found, ? extends T> found,
        Function<? super Absent, ? extends T> absent,
        Function<? super Inconclusive, ? extends T> inconclusive) {
      return found.apply(this);
    }
  }

  /** The provider answered properly that there is no such effect. Proof only after its lag. */
  record Absent() implements LookupResult {
    @Override
    public <T> T match(
        Function<? super Found, ? extends T> found,
        Function<? super Absent, ? extends T> absent,
        Function<? super Inconclusive, ? extends T> inconclusive) {
      return absent.apply(this);
    }
  }

  /**
   * The look-up itself failed; it proves nothing.
   *
   * @param message reason for people; null becomes an empty text
   */
  record Inconclusive(String message) implements LookupResult {
    public Inconclusive {
      message = Objects.requireNonNullElse(message, "");
    }

    @Override
    public <T> T match(
        Function<? super Found, ? extends T> found,
        Function<? super Absent, ? extends T> absent,
        Function<? super Inconclusive, ? extends T> inconclusive) {
      return inconclusive.apply(this);
    }
  }
}
