package dev.actonce.core.execution;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one call to a tool proved: three results, never two.
 *
 * <p>They come from handlers, which no compiler checks for nulls. A text that is missing is
 * harmless and replaced; a code, a retry or a class that is missing is refused with a
 * NullPointerException, which the executor takes for {@link Unknown} as it does any throw.
 */
public sealed interface ActionResult {
  /** Code of an {@link Unknown} in place of a null. */
  String NULL_ANSWER = "NULL_ANSWER";

  /** Names each case, so that a new one breaks the build wherever results are told apart. */
  <T> T match(
      Function<? super Succeeded, ? extends T> succeeded,
      Function<? super Failed, ? extends T> failed,
      Function<? super Unknown, ? extends T> unknown);

  /** The proof that the effect happened; empty without one. */
  default Optional<Succeeded> success() {
    return match(Optional::of, failed -> Optional.empty(), unknown -> Optional.empty());
  }

  /** Whether the effect may have happened without proof. */
  default boolean isUnknown() {
    return match(succeeded -> false, failed -> false, unknown -> true);
  }

  /** What a handler returned, or {@link Unknown} in place of null: null proves nothing. */
  static ActionResult of(@Nullable ActionResult returned) {
    return returned == null
        ? new Unknown(NULL_ANSWER, "the handler returned null, which proves nothing")
        : returned;
  }

  /**
   * The effect happened.
   *
   * @param result the tool's answer as JSON text; null becomes the text {@code null}
   * @param reference the provider's reference, such as a charge id
   */
  record Succeeded(String result, @Nullable String reference) implements ActionResult {
    public Succeeded {
      result = Objects.requireNonNullElse(result, "null");
    }

    @Override
    public <T> T match(
        Function<? super Succeeded, ? extends T> succeeded,
        Function<? super Failed, ? extends T> failed,
        Function<? super Unknown, ? extends T> unknown) {
      return succeeded.apply(this);
    }
  }

  /**
   * The effect surely did not happen, by proof: connection refused, a status that the policy lists,
   * and the like.
   *
   * @param code machine-readable reason, upper snake case
   * @param message reason for people; null becomes an empty text
   * @param retry whether another call may help
   */
  record Failed(String code, String message, Retry retry) implements ActionResult {
    public Failed {
      Objects.requireNonNull(code, "code of a Failed");
      Objects.requireNonNull(retry, "retry of a Failed");
      message = Objects.requireNonNullElse(message, "");
    }

    @Override
    public <T> T match(
        Function<? super Succeeded, ? extends T> succeeded,
        Function<? super Failed, ? extends T> failed,
        Function<? super Unknown, ? extends T> unknown) {
      return failed.apply(this);
    }
  }

  /**
   * The effect may have happened.
   *
   * @param code machine-readable reason, upper snake case
   * @param message reason for people; null becomes an empty text
   * @param heard whether the provider answered at all
   */
  record Unknown(String code, String message, Heard heard) implements ActionResult {
    public Unknown {
      Objects.requireNonNull(code, "code of an Unknown");
      Objects.requireNonNull(heard, "heard of an Unknown");
      message = Objects.requireNonNullElse(message, "");
    }

    /** Nothing was heard of the provider that would matter. */
    public Unknown(String code, String message) {
      this(code, message, Heard.NOTHING);
    }

    @Override
    public <T> T match(
        Function<? super Succeeded, ? extends T> succeeded,
        Function<? super Failed, ? extends T> failed,
        Function<? super Unknown, ? extends T> unknown) {
      return unknown.apply(this);
    }
  }

  /** What was heard of a provider whose call is in doubt. */
  enum Heard {
    /** Nothing, or nothing that tells about its idempotency key. */
    NOTHING,
    /** An error (5xx). Whether its key covers a retry is up to the provider. */
    AN_ERROR
  }

  /** Whether another call may help after a proof of failure. */
  enum Retry {
    /** Temporary: connection refused, 429. */
    LATER,
    /** Lasting: the provider refused this very request. */
    NEVER
  }
}
