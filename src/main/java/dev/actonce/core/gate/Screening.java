package dev.actonce.core.gate;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.IntentTimes;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.key.Derivation;
import dev.actonce.core.key.KeyDeriver;
import dev.actonce.core.outcome.OutcomeEvent;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What an intent is before its key's state is looked at: it has a key, or it is refused. Nothing is
 * claimed here.
 */
public sealed interface Screening {

  /** Names each case, so that a new one breaks the build wherever they are told apart. */
  <T> T match(
      Function<? super Passed, ? extends T> passed, Function<? super Refused, ? extends T> refused);

  /**
   * The intent has a key.
   *
   * @param derived the key that the gate derived itself
   */
  record Passed(Derivation.Derived derived) implements Screening {
    @Override
    public <T> T match(
        Function<? super Passed, ? extends T> passed,
        Function<? super Refused, ? extends T> refused) {
      return passed.apply(this);
    }
  }

  /**
   * The intent is refused.
   *
   * @param outcome what its agent is told
   */
  record Refused(OutcomeEvent outcome) implements Screening {
    @Override
    public <T> T match(
        Function<? super Passed, ? extends T> passed,
        Function<? super Refused, ? extends T> refused) {
      return refused.apply(this);
    }
  }

  /**
   * Refuses an intent whose ids or metadata exceed the {@link Limits}, or whose times cannot be
   * meant ({@link IntentTimes}). Comes first, because all that follows repeats and compares them.
   */
  static Optional<Refused> screenForm(ActionIntent intent, Instant arrivedAt) {
    Rejection tooLarge = Limits.violation(intent);
    if (tooLarge != null) {
      return Optional.of(refuse(Limits.cut(intent), null, tooLarge, arrivedAt));
    }
    return Optional.ofNullable(IntentTimes.problem(intent))
        .map(problem -> new Rejection(Rejection.Code.INVALID_INTENT, problem))
        .map(rejection -> refuse(intent, null, rejection, arrivedAt));
  }

  /** The intent with every id cut to its bound, so that a refusal of it fits. */
  static ActionIntent cut(ActionIntent intent) {
    return Limits.cut(intent);
  }

  /** Derives the key of an intent whose action is in the catalog. */
  static Screening screen(ActionIntent intent, ToolPolicy policy, Instant arrivedAt) {
    return KeyDeriver.derive(intent, policy.key())
        .match(
            Passed::new,
            none -> refuse(intent, null, new Rejection(code(none), none.message()), arrivedAt));
  }

  /**
   * Refuses an intent for a reason that the adapter found: unknown action, schema violation.
   *
   * @param key the intent's key if it was derived
   */
  static Refused refuse(
      ActionIntent intent, @Nullable IdempotencyKey key, Rejection rejection, Instant arrivedAt) {
    return new Refused(GateAnswers.rejected(key, intent, rejection, arrivedAt));
  }

  private static Rejection.Code code(Derivation.Underivable underivable) {
    return switch (underivable.code()) {
      case KeyDeriver.ARGUMENTS_TOO_LARGE -> Rejection.Code.ARGUMENTS_TOO_LARGE;
      case KeyDeriver.INVALID_ARGUMENTS -> Rejection.Code.INVALID_ARGUMENTS;
      case KeyDeriver.MISSING_IDENTITY -> Rejection.Code.MISSING_IDENTITY;
      case KeyDeriver.MISSING_INTENT_ID, KeyDeriver.MISSING_TOOL_CALL_ID ->
          Rejection.Code.MISSING_ID;
      default -> Rejection.Code.INVALID_INTENT;
    };
  }
}
