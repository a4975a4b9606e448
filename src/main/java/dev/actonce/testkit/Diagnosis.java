package dev.actonce.testkit;

import dev.actonce.core.SafetyClass;
import dev.actonce.core.outcome.OutcomeStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Says whether a row's observation keeps the contract, and if not, which hole it went through and
 * how to close that. Pure.
 */
final class Diagnosis {
  /**
   * A hole in a tool or in an agent's key making.
   *
   * @param what what went wrong
   * @param remedy how to close it
   */
  private record Hole(String what, String remedy) {}

  private final Observation seen;

  private Diagnosis(Observation seen) {
    this.seen = seen;
  }

  /** The message of the violation; empty if the contract is kept. */
  static Optional<String> of(String tool, Observation seen) {
    return new Diagnosis(seen).hole().map(hole -> message(tool, seen, hole));
  }

  private Optional<Hole> hole() {
    if (!seen.trigger().happened()) {
      return Optional.of(
          new Hole(
              "this row proves nothing, because " + seen.trigger().what() + " did not happen",
              "check that the tool reaches its target at the endpoint that the kit gives it, and"
                  + " that its requests contain the example's id"));
    }
    if (seen.effects().counted() > seen.effects().expected()) {
      return Optional.of(tooMany());
    }
    if (seen.effects().counted() < seen.effects().expected()) {
      return Optional.of(tooFew());
    }
    if (seen.tries().size() < 2) {
      return Optional.of(
          new Hole("the agent tried once only", "report this as a fault of the kit"));
    }
    if (seen.keys() > 1 && !isAboutTwoActions()) {
      return Optional.of(mintedKeys()); // Whatever saved the effect this time.
    }
    return wrongOutcome().or(this::notRetried);
  }

  /** The second half of a row that loses an answer: without a retry it proves nothing. */
  private Optional<Hole> notRetried() {
    boolean losesAnAnswer =
        switch (seen.row()) {
          case RESPONSE_DROPPED,
              RESPONSE_DELAYED,
              BODY_CUT,
              CONNECTION_RESET,
              SERVER_ERROR,
              PROCESS_KILLED ->
              true;
          case DUPLICATE_DELIVERY,
              TWO_AGENTS,
              REORDERED_ARGUMENTS,
              EQUAL_NUMBERS,
              NEW_TOOL_CALL_ID,
              BEFORE_WINDOW_END,
              AT_WINDOW_END,
              AFTER_WINDOW_END,
              PROVIDER_KEY_EXPIRED,
              OTHER_ARGUMENTS,
              OTHER_NESTED_ARGUMENTS ->
              false;
        };
    return losesAnAnswer && seen.safety() != SafetyClass.UNSAFE && seen.attempts() < 2
        ? Optional.of(
            new Hole(
                "this row proves nothing, because the target was asked "
                    + seen.attempts()
                    + " time(s): nothing was retried after the answer was lost",
                "check that the tool takes a lost answer for Unknown, not for a success"))
        : Optional.empty();
  }

  private Hole tooMany() {
    if (isAboutTwoActions()) {
      return new Hole("two actions had more effects than two", "see the calls below");
    }
    if (seen.anyCallSaidFailed()) {
      return new Hole(
          "the tool reported FAILED for a call that had its effect, so the agent's retry was"
              + " admitted as a new generation with a new provider key: a lost answer was reported"
              + " as a failure",
          "answer Unknown, or throw anything but NotExecutedException, unless it is proved that"
              + " nothing happened; list only statuses in not_executed that promise so");
    }
    if (seen.keys() > 1) {
      return mintedKeys();
    }
    return sameProviderKey();
  }

  private Hole mintedKeys() {
    return new Hole(
        "the tries of one action carried "
            + seen.keys()
            + " different keys: the agent mints a key per call, or puts into it what changes"
            + " from try to try",
        "derive the intentId from the business object (invoice, order, ticket), or send none"
            + " and let the gate derive the key from the arguments");
  }

  private Hole sameProviderKey() {
    if (seen.row() == ContractRow.PROCESS_KILLED) {
      return new Hole(
          "the effect happened again under the same provider key after its process was killed: the"
              + " key is stored only after a point at which the process can die",
          "store the key in the same transaction as the effect, or before it as 'in doubt'");
    }
    if (seen.row() == ContractRow.RESPONSE_DELAYED) {
      return new Hole(
          "the effect happened again under the same provider key after a time-out: the key was"
              + " released when the time was over, although the effect had happened",
          "keep the key pinned after a time-out; only a proof may release it");
    }
    return new Hole(
        "the target had the effect "
            + seen.effects().counted()
            + " times although it was called under "
            + seen.providerKeys()
            + " provider key: it does not honour the key",
        "store the key with the effect and answer a repeat with the stored result, or declare the"
            + " tool 'lookup' or 'unsafe'");
  }

  private Hole tooFew() {
    if (isAboutTwoActions() && seen.keys() == 1) {
      boolean nested = seen.row() == ContractRow.OTHER_NESTED_ARGUMENTS;
      return new Hole(
          nested
              ? "two actions that differ in a nested argument got the same key, so the second was"
                  + " never performed: nested arguments are dropped from the hash"
              : "two actions with different arguments got the same key, so the second was never"
                  + " performed: the key is made without the arguments",
          nested
              ? "hash the arguments at every depth, or send no intentId and let the gate do it"
              : "derive the intentId from what makes the action another one, or send none");
    }
    return new Hole(
        "the effect is missing: "
            + seen.effects().counted()
            + " instead of "
            + seen.effects().expected(),
        "check that the example's arguments are valid, and that effects(..) finds them by the id");
  }

  private Optional<Hole> wrongOutcome() {
    Try first = seen.tries().get(0);
    if (seen.tries().stream().anyMatch(one -> one.was(OutcomeStatus.FAILED))) {
      return Optional.of(
          new Hole(
              "agents get FAILED although the effect happened: a lost answer was reported as a"
                  + " failure",
              "answer Unknown unless it is proved that nothing happened"));
    }
    boolean mayStayInDoubt =
        seen.safety() == SafetyClass.UNSAFE || seen.row() == ContractRow.PROVIDER_KEY_EXPIRED;
    boolean settled = first.was(OutcomeStatus.SUCCEEDED, OutcomeStatus.ALREADY_DONE);
    if (!settled && !(mayStayInDoubt && first.was(OutcomeStatus.UNKNOWN))) {
      return Optional.of(unsettled(first));
    }
    return seen.tries().stream()
        .filter(one -> one.was(OutcomeStatus.CONFLICT) || isRefused(one))
        .findFirst()
        .map(
            one ->
                new Hole(
                    "a retry got " + one.status() + " instead of the original's outcome",
                    "send the retry's arguments and ids as the original's"));
  }

  private Hole unsettled(Try first) {
    long repeats =
        seen.target().calls().stream().filter(c -> c.kind() == ToolCall.Kind.CALL).count();
    return repeats > 1
        ? new Hole(
            "the unknown outcome was never settled: the repeat of a provider key is answered with"
                + " an error instead of the stored result ("
                + seen.target().calls().get(seen.target().calls().size() - 1).outcome()
                + ")",
            "answer a repeat of a key with the original's result and status; an error invites a"
                + " workaround")
        : new Hole(
            "the first try ended as " + first.status() + " although the effect happened",
            "see the calls below");
  }

  /** Past the memory a retry is refused as STALE, which is what the window's rows are about. */
  private boolean isRefused(Try one) {
    return one.was(OutcomeStatus.REJECTED)
        && seen.row() != ContractRow.AT_WINDOW_END
        && seen.row() != ContractRow.AFTER_WINDOW_END;
  }

  private boolean isAboutTwoActions() {
    return seen.row() == ContractRow.OTHER_ARGUMENTS
        || seen.row() == ContractRow.OTHER_NESTED_ARGUMENTS;
  }

  private static String message(String tool, Observation seen, Hole hole) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s breaks its contract in %s (%s): %d effect(s), expected %d"
            .formatted(
                tool,
                seen.row(),
                seen.row().title(),
                seen.effects().counted(),
                seen.effects().expected()));
    lines.add("  hole:   " + hole.what());
    lines.add("  remedy: " + hole.remedy());
    seen.tries().forEach(one -> lines.add("  try:    " + one));
    seen.target().calls().forEach(call -> lines.add("  tool:   " + call));
    seen.target().exchanges().forEach(exchange -> lines.add("  wire:   " + exchange));
    return String.join("\n", lines);
  }
}
