package dev.actonce.core.outcome;

import dev.actonce.core.SafetyClass;

/**
 * Sentences for the language model that reads an outcome: what is known, and what is safe to do
 * next. No sentence ever suggests a new intent for an action that is still open.
 */
public final class Advice {
  /** For the publish that was executed. */
  public static final String SUCCEEDED =
      "Done: the action was performed once. Use the result; do not request it again.";

  /** For a proof that nothing happened. */
  public static final String FAILED =
      "The action surely did not happen. Correct the cause if there is one, then publish the same"
          + " intent again to retry.";

  /** For a duplicate of a finished action. */
  public static final String ALREADY_DONE =
      "This was already done and was not done again. Use this result as the answer; nothing is left"
          + " to do.";

  /** For a duplicate of a finished action whose result is not told again, or that had none. */
  public static final String ALREADY_DONE_WITHOUT_RESULT =
      "This was already done and was not done again; nothing is left to do. If it had a result,"
          + " that is in its first outcome, SUCCEEDED under the same key, and is not repeated"
          + " here.";

  /** For a duplicate of a finished action whose agent does not stop asking. */
  public static final String ALREADY_DONE_LOOP =
      "This was already done and you have asked many times. Stop and use the result that you were"
          + " told before; it is not repeated here. If the same action is really meant to happen"
          + " once more, publish it with its own intentId, such as the invoice or order number.";

  /** For a duplicate of a running action. */
  public static final String IN_PROGRESS =
      "The action is being performed. Wait for its outcome; publishing the same intent again is"
          + " safe but will not make it faster.";

  /** For a duplicate of a running action whose agent does not stop asking. */
  public static final String IN_PROGRESS_LOOP =
      "The action is still being performed and you have asked many times. Stop asking and wait for"
          + " its outcome event.";

  /** For a key that was used before with another payload. */
  public static final String CONFLICT =
      "This intentId was used before with different arguments, so nothing was executed. Either send"
          + " the original arguments, or use the id of the other business object you mean.";

  /** For an intent that was refused as malformed or not allowed. */
  public static final String REJECTED =
      "The intent was refused and nothing was executed. Fix what the error message names, then"
          + " publish it again.";

  /** For a retry that came after the key was forgotten. */
  public static final String STALE =
      "This intent is too old to prove that it did not already run, so it was not executed. Check"
          + " with the target system whether it happened before you decide anything.";

  private static final String MAY_HAVE_HAPPENED =
      "The action may have gone through. Do not use a new intentId; publishing the same intent"
          + " again is safe. ";

  private Advice() {}

  /** For a duplicate of a finished action, with its result or without. */
  public static String alreadyDone(boolean hasResult) {
    return hasResult ? ALREADY_DONE : ALREADY_DONE_WITHOUT_RESULT;
  }

  /**
   * For an action whose answer is lost.
   *
   * @param safety the tool's class; it says how the doubt will end
   */
  public static String unknown(SafetyClass safety) {
    return switch (safety) {
      case READ_ONLY, IDEMPOTENT, KEYED ->
          MAY_HAVE_HAPPENED + "It is being settled by a safe retry; wait for the final outcome.";
      case LOOKUP ->
          MAY_HAVE_HAPPENED + "It is being looked up at the target; wait for the final outcome.";
      case UNSAFE ->
          MAY_HAVE_HAPPENED + "A person has to settle it; tell the user that it is pending.";
    };
  }
}
