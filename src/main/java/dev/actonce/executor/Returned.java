package dev.actonce.executor;

import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.LookupResult;
import java.util.Optional;
import java.util.function.Function;

/** What a handler thread brought back. */
sealed interface Returned {
  Claim claim();

  /** When it was handed back, by the clock of {@link Calls}. */
  long atNanos();

  /** Names each case, so that a new one breaks the build wherever they are told apart. */
  <T> T match(
      Function<? super Result, ? extends T> result,
      Function<? super Lookup, ? extends T> lookup,
      Function<? super NotCalled, ? extends T> notCalled);

  /** The result of a call; empty if none was made. */
  default Optional<Result> result() {
    return match(Optional::of, lookup -> Optional.empty(), notCalled -> Optional.empty());
  }

  /** The proof that an effect happened, which is worth keeping whoever owns the claim now. */
  default Optional<ActionResult.Succeeded> success() {
    return result().flatMap(result -> result.answer().success());
  }

  record Result(Claim claim, ActionResult answer, long atNanos) implements Returned {
    @Override
    public <T> T match(
        Function<? super Result, ? extends T> result,
        Function<? super Lookup, ? extends T> lookup,
        Function<? super NotCalled, ? extends T> notCalled) {
      return result.apply(this);
    }
  }

  record Lookup(Claim claim, LookupResult answer, long atNanos) implements Returned {
    @Override
    public <T> T match(
        Function<? super Result, ? extends T> result,
        Function<? super Lookup, ? extends T> lookup,
        Function<? super NotCalled, ? extends T> notCalled) {
      return lookup.apply(this);
    }
  }

  /** The call was cancelled, or the lease had run out, before the handler was called. */
  record NotCalled(Claim claim, long atNanos) implements Returned {
    @Override
    public <T> T match(
        Function<? super Result, ? extends T> result,
        Function<? super Lookup, ? extends T> lookup,
        Function<? super NotCalled, ? extends T> notCalled) {
      return notCalled.apply(this);
    }
  }
}
