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
   * @param policy of its action
   */
  record Passed(Derivation.Derived derived, ToolPolicy policy) implements Screening {
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

  /** What a catalog knows of actions. */
  interface Rules {
    /** The policy of an action; empty if there is no such action. */
    Optional<ToolPolicy> policy(String action);

    /** The known action whose name is nearest to one that is not known; empty if none is near. */
    Optional<String> nearest(String action);

    /**
     * How arguments break the schema of a known action; empty if they fit, or it has none. Asked
     * for what can be read as canonical arguments only. Whatever it throws refuses the intent.
     */
    Optional<String> violation(String action, String arguments);
  }

  /**
   * Screens an intent: its form, its action, its key, its arguments, in this order. A schema says
   * best what is missing, so it is asked before a missing identity field is refused. Whatever the
   * arguments cause becomes a refusal; only a lack of memory is thrown.
   */
  static Screening screen(ActionIntent intent, Rules rules, Instant arrivedAt) {
    Rejection malformed = formProblem(intent);
    if (malformed != null) {
      return refuse(Limits.cut(intent), null, malformed, arrivedAt);
    }
    Optional<ToolPolicy> policy = rules.policy(intent.action());
    if (policy.isEmpty()) {
      return refuse(intent, null, unknownAction(intent.action(), rules), arrivedAt);
    }
    return derive(intent, policy.get())
        .match(
            derived -> screenArguments(intent, policy.get(), derived, rules, arrivedAt),
            underivable -> refuseKeyless(intent, underivable, rules, arrivedAt));
  }

  private static Screening screenArguments(
      ActionIntent intent,
      ToolPolicy policy,
      Derivation.Derived derived,
      Rules rules,
      Instant arrivedAt) {
    Rejection violation = violation(intent, rules);
    return violation == null
        ? new Passed(derived, policy)
        : refuse(intent, derived.key(), violation, arrivedAt);
  }

  private static Screening refuseKeyless(
      ActionIntent intent, Derivation.Underivable underivable, Rules rules, Instant arrivedAt) {
    Rejection keyless = new Rejection(code(underivable), underivable.message());
    Rejection violation =
        keyless.code() == Rejection.Code.MISSING_IDENTITY ? violation(intent, rules) : null;
    return refuse(intent, null, violation == null ? keyless : violation, arrivedAt);
  }

  /** Refuses an intent of which only a part could be read. */
  static Refused refuseMalformed(ActionIntent known, String problem, Instant arrivedAt) {
    Rejection malformed = formProblem(known);
    return refuse(
        Limits.cut(known),
        null,
        malformed == null ? new Rejection(Rejection.Code.INVALID_INTENT, problem) : malformed,
        arrivedAt);
  }

  /** Refuses an intent whose handling failed, with ids that fit whatever they are. */
  static Refused refuseUnprocessable(ActionIntent intent, Instant arrivedAt) {
    return refuse(
        Limits.cut(intent),
        null,
        new Rejection(
            Rejection.Code.UNPROCESSABLE,
            "handling the intent failed at the gate, whose log says why; send other arguments, or"
                + " tell who runs the gate"),
        arrivedAt);
  }

  /**
   * Ids or metadata that exceed the {@link Limits}, or times that cannot be meant ({@link
   * IntentTimes}). Comes first, because all that follows repeats and compares them.
   */
  private static @Nullable Rejection formProblem(ActionIntent intent) {
    Rejection tooLarge = Limits.violation(intent);
    if (tooLarge != null) {
      return tooLarge;
    }
    String problem = IntentTimes.problem(intent);
    return problem == null ? null : new Rejection(Rejection.Code.INVALID_INTENT, problem);
  }

  private static Rejection unknownAction(String action, Rules rules) {
    String nearest =
        rules.nearest(action).map(name -> "; the nearest one is '" + name + "'").orElse("");
    return new Rejection(
        Rejection.Code.UNKNOWN_ACTION, "no tool '" + action + "' in the catalog" + nearest);
  }

  /** A record can only ever cost itself, so nothing that its arguments cause gets out of here. */
  private static Derivation derive(ActionIntent intent, ToolPolicy policy) {
    try {
      return KeyDeriver.derive(intent, policy.key());
    } catch (RuntimeException | StackOverflowError e) {
      return new Derivation.Underivable(KeyDeriver.INVALID_ARGUMENTS, unchecked("a key", e));
    }
  }

  private static @Nullable Rejection violation(ActionIntent intent, Rules rules) {
    String violation;
    try {
      violation = rules.violation(intent.action(), intent.arguments()).orElse(null);
    } catch (RuntimeException | StackOverflowError e) {
      violation = unchecked("the tool's schema", e);
    }
    return violation == null ? null : new Rejection(Rejection.Code.SCHEMA_VIOLATION, violation);
  }

  /** Without a "+", which is linked when it is first run: there may be little stack left. */
  private static String unchecked(String what, Throwable cause) {
    return "the arguments cannot be checked for "
        .concat(what)
        .concat(": ")
        .concat(cause.getClass().getSimpleName());
  }

  private static Refused refuse(
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
