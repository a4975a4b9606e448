package dev.actonce.core.execution;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** What an executor does next with a claim. */
public sealed interface Next {

  /** Names each case, so that a new one breaks the build wherever steps are told apart. */
  <T> T match(
      Function<? super Call, ? extends T> call,
      Function<? super LookUp, ? extends T> lookUp,
      Function<? super AwaitSettlement, ? extends T> awaitSettlement,
      Function<? super Finished, ? extends T> finished);

  /** Wall-clock time before which the step must not be taken; empty if no time brings it. */
  default Optional<Instant> due() {
    return match(
        call -> Optional.of(call.notBefore()),
        lookUp -> Optional.of(lookUp.notBefore()),
        await -> Optional.empty(),
        finished -> Optional.empty());
  }

  /** Whether the tool is to be called at once. */
  default boolean isCallDue(Instant now) {
    return match(
        call -> !call.notBefore().isAfter(now), lookUp -> false, await -> false, finished -> false);
  }

  /** Whether only a settlement leads on. */
  default boolean awaitsSettlement() {
    return match(call -> false, lookUp -> false, await -> true, finished -> false);
  }

  /** Whether nothing is left to do. */
  default boolean isFinished() {
    return match(call -> false, lookUp -> false, await -> false, finished -> true);
  }

  /**
   * Call the tool.
   *
   * @param notBefore wall-clock time before which it must not be called
   */
  record Call(Instant notBefore) implements Next {
    @Override
    public <T> T match(
        Function<? super Call, ? extends T> call,
        Function<? super LookUp, ? extends T> lookUp,
        Function<? super AwaitSettlement, ? extends T> awaitSettlement,
        Function<? super Finished, ? extends T> finished) {
      return call.apply(this);
    }
  }

  /**
   * Ask the provider whether the effect happened.
   *
   * @param notBefore wall-clock time before which the answer would prove nothing
   */
  record LookUp(Instant notBefore) implements Next {
    @Override
    public <T> T match(
        Function<? super Call, ? extends T> call,
        Function<? super LookUp, ? extends T> lookUp,
        Function<? super AwaitSettlement, ? extends T> awaitSettlement,
        Function<? super Finished, ? extends T> finished) {
      return lookUp.apply(this);
    }
  }

  /** Only a settlement can end the doubt; do nothing until it comes. */
  record AwaitSettlement() implements Next {
    @Override
    public <T> T match(
        Function<? super Call, ? extends T> call,
        Function<? super LookUp, ? extends T> lookUp,
        Function<? super AwaitSettlement, ? extends T> awaitSettlement,
        Function<? super Finished, ? extends T> finished) {
      return awaitSettlement.apply(this);
    }
  }

  /** The final outcome is known; the claim is released with it. */
  record Finished() implements Next {
    @Override
    public <T> T match(
        Function<? super Call, ? extends T> call,
        Function<? super LookUp, ? extends T> lookUp,
        Function<? super AwaitSettlement, ? extends T> awaitSettlement,
        Function<? super Finished, ? extends T> finished) {
      return finished.apply(this);
    }
  }
}
