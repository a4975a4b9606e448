package dev.actonce.core.execution;

import static dev.actonce.core.execution.TestTool.MACHINE;
import static dev.actonce.core.execution.TestTool.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.Settlement;
import dev.actonce.core.Settlement.Source;
import dev.actonce.core.Settlement.Verdict;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.outcome.OutcomeEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The whole table of the executor: tool, situation and state of the claim against everything that
 * can come back. A cell is the next step or the final status (SUCC, FAIL); {@code !} means that
 * agents are told UNKNOWN with it, {@code -} that nothing changes, {@code .} that it cannot come.
 */
class ExecutionTableTest {
  /** How far the bounds of the tool are used up. */
  private enum Situation {
    BOUNDS,
    SPENT,
    EXPIRED,
    LATE
  }

  /** What is known before the input comes. */
  private enum State {
    FRESH,
    RECOVERED,
    TOLD
  }

  private enum Input {
    /** Results of a call; LATER and NEVER are failures by proof. */
    OK,
    LATER,
    NEVER,
    LOST,
    /** Results of a look-up. */
    FOUND,
    ABSENT,
    ERROR,
    /** Settlements: an operator's two verdicts, evidence of either, and of another claim. */
    DONE,
    UNDONE,
    PROOF,
    REFUSAL,
    OTHER
  }

  private static final String TABLE =
      """
      tool         situation state     OK      LATER   NEVER   LOST    FOUND   ABSENT  ERROR   DONE    UNDONE  PROOF   REFUSAL OTHER
      READ_ONLY    BOUNDS    FRESH     SUCC    call    FAIL    call    .       .       .       -       -       SUCC    -       -
      READ_ONLY    BOUNDS    RECOVERED SUCC    call    FAIL    call    .       .       .       SUCC    FAIL    SUCC    -       -
      READ_ONLY    BOUNDS    TOLD      SUCC    call    FAIL    call    .       .       .       SUCC    FAIL    SUCC    -       -
      READ_ONLY    SPENT     FRESH     SUCC    FAIL    FAIL    FAIL    .       .       .       -       -       SUCC    -       -
      READ_ONLY    SPENT     RECOVERED SUCC    FAIL    FAIL    FAIL    .       .       .       SUCC    FAIL    SUCC    -       -
      READ_ONLY    SPENT     TOLD      SUCC    FAIL    FAIL    FAIL    .       .       .       SUCC    FAIL    SUCC    -       -
      READ_ONLY    EXPIRED   FRESH     SUCC    call    FAIL    call    .       .       .       -       -       SUCC    -       -
      READ_ONLY    EXPIRED   RECOVERED SUCC    call    FAIL    call    .       .       .       SUCC    FAIL    SUCC    -       -
      READ_ONLY    EXPIRED   TOLD      SUCC    call    FAIL    call    .       .       .       SUCC    FAIL    SUCC    -       -
      READ_ONLY    LATE      FRESH     SUCC    FAIL    FAIL    FAIL    .       .       .       -       -       SUCC    -       -
      READ_ONLY    LATE      RECOVERED SUCC    call    FAIL    call    .       .       .       SUCC    FAIL    SUCC    -       -
      READ_ONLY    LATE      TOLD      SUCC    call    FAIL    call    .       .       .       SUCC    FAIL    SUCC    -       -
      IDEMPOTENT   BOUNDS    FRESH     SUCC    call    FAIL    !call   .       .       .       -       -       SUCC    -       -
      IDEMPOTENT   BOUNDS    RECOVERED SUCC    !call   !call   !call   .       .       .       SUCC    FAIL    SUCC    -       -
      IDEMPOTENT   BOUNDS    TOLD      SUCC    call    call    call    .       .       .       SUCC    FAIL    SUCC    -       -
      IDEMPOTENT   SPENT     FRESH     SUCC    FAIL    FAIL    !call   .       .       .       -       -       SUCC    -       -
      IDEMPOTENT   SPENT     RECOVERED SUCC    !call   !call   !call   .       .       .       SUCC    FAIL    SUCC    -       -
      IDEMPOTENT   SPENT     TOLD      SUCC    call    call    call    .       .       .       SUCC    FAIL    SUCC    -       -
      IDEMPOTENT   EXPIRED   FRESH     SUCC    call    FAIL    !call   .       .       .       -       -       SUCC    -       -
      IDEMPOTENT   EXPIRED   RECOVERED SUCC    !call   !call   !call   .       .       .       SUCC    FAIL    SUCC    -       -
      IDEMPOTENT   EXPIRED   TOLD      SUCC    call    call    call    .       .       .       SUCC    FAIL    SUCC    -       -
      IDEMPOTENT   LATE      FRESH     SUCC    FAIL    FAIL    !wait   .       .       .       -       -       SUCC    -       -
      IDEMPOTENT   LATE      RECOVERED SUCC    !wait   !wait   !wait   .       .       .       SUCC    FAIL    SUCC    -       -
      IDEMPOTENT   LATE      TOLD      SUCC    wait    wait    wait    .       .       .       SUCC    FAIL    SUCC    -       -
      KEYED        BOUNDS    FRESH     SUCC    call    FAIL    !call   .       .       .       -       -       SUCC    -       -
      KEYED        BOUNDS    RECOVERED SUCC    !call   !call   !call   .       .       .       SUCC    FAIL    SUCC    -       -
      KEYED        BOUNDS    TOLD      SUCC    call    call    call    .       .       .       SUCC    FAIL    SUCC    -       -
      KEYED        SPENT     FRESH     SUCC    FAIL    FAIL    !call   .       .       .       -       -       SUCC    -       -
      KEYED        SPENT     RECOVERED SUCC    !call   !call   !call   .       .       .       SUCC    FAIL    SUCC    -       -
      KEYED        SPENT     TOLD      SUCC    call    call    call    .       .       .       SUCC    FAIL    SUCC    -       -
      KEYED        EXPIRED   FRESH     SUCC    FAIL    FAIL    !wait   .       .       .       -       -       SUCC    -       -
      KEYED        EXPIRED   RECOVERED SUCC    !wait   !wait   !wait   .       .       .       SUCC    FAIL    SUCC    -       -
      KEYED        EXPIRED   TOLD      SUCC    wait    wait    wait    .       .       .       SUCC    FAIL    SUCC    -       -
      KEYED        LATE      FRESH     SUCC    FAIL    FAIL    !wait   .       .       .       -       -       SUCC    -       -
      KEYED        LATE      RECOVERED SUCC    !wait   !wait   !wait   .       .       .       SUCC    FAIL    SUCC    -       -
      KEYED        LATE      TOLD      SUCC    wait    wait    wait    .       .       .       SUCC    FAIL    SUCC    -       -
      KEYED_LOOKUP BOUNDS    FRESH     SUCC    call    FAIL    !call   .       .       .       -       -       SUCC    -       -
      KEYED_LOOKUP BOUNDS    RECOVERED SUCC    !call   !call   !call   SUCC    call    look    SUCC    FAIL    SUCC    -       -
      KEYED_LOOKUP BOUNDS    TOLD      SUCC    call    call    call    SUCC    call    look    SUCC    FAIL    SUCC    -       -
      KEYED_LOOKUP SPENT     FRESH     SUCC    FAIL    FAIL    !look   .       .       .       -       -       SUCC    -       -
      KEYED_LOOKUP SPENT     RECOVERED SUCC    !look   !look   !look   SUCC    FAIL    look    SUCC    FAIL    SUCC    -       -
      KEYED_LOOKUP SPENT     TOLD      SUCC    look    look    look    SUCC    FAIL    look    SUCC    FAIL    SUCC    -       -
      KEYED_LOOKUP EXPIRED   FRESH     SUCC    FAIL    FAIL    !look   .       .       .       -       -       SUCC    -       -
      KEYED_LOOKUP EXPIRED   RECOVERED SUCC    !look   !look   !look   SUCC    FAIL    look    SUCC    FAIL    SUCC    -       -
      KEYED_LOOKUP EXPIRED   TOLD      SUCC    look    look    look    SUCC    FAIL    look    SUCC    FAIL    SUCC    -       -
      KEYED_LOOKUP LATE      FRESH     SUCC    FAIL    FAIL    !look   .       .       .       -       -       SUCC    -       -
      KEYED_LOOKUP LATE      RECOVERED SUCC    !look   !look   !look   SUCC    FAIL    look    SUCC    FAIL    SUCC    -       -
      KEYED_LOOKUP LATE      TOLD      SUCC    look    look    look    SUCC    FAIL    look    SUCC    FAIL    SUCC    -       -
      LOOKUP       BOUNDS    FRESH     SUCC    call    FAIL    !look   .       .       .       -       -       SUCC    -       -
      LOOKUP       BOUNDS    RECOVERED SUCC    !look   !look   !look   SUCC    call    look    SUCC    FAIL    SUCC    -       -
      LOOKUP       BOUNDS    TOLD      SUCC    look    look    look    SUCC    call    look    SUCC    FAIL    SUCC    -       -
      LOOKUP       SPENT     FRESH     SUCC    FAIL    FAIL    !look   .       .       .       -       -       SUCC    -       -
      LOOKUP       SPENT     RECOVERED SUCC    !look   !look   !look   SUCC    FAIL    look    SUCC    FAIL    SUCC    -       -
      LOOKUP       SPENT     TOLD      SUCC    look    look    look    SUCC    FAIL    look    SUCC    FAIL    SUCC    -       -
      LOOKUP       EXPIRED   FRESH     SUCC    call    FAIL    !look   .       .       .       -       -       SUCC    -       -
      LOOKUP       EXPIRED   RECOVERED SUCC    !look   !look   !look   SUCC    call    look    SUCC    FAIL    SUCC    -       -
      LOOKUP       EXPIRED   TOLD      SUCC    look    look    look    SUCC    call    look    SUCC    FAIL    SUCC    -       -
      LOOKUP       LATE      FRESH     SUCC    FAIL    FAIL    !look   .       .       .       -       -       SUCC    -       -
      LOOKUP       LATE      RECOVERED SUCC    !look   !look   !look   SUCC    FAIL    look    SUCC    FAIL    SUCC    -       -
      LOOKUP       LATE      TOLD      SUCC    look    look    look    SUCC    FAIL    look    SUCC    FAIL    SUCC    -       -
      UNSAFE       BOUNDS    FRESH     SUCC    call    FAIL    !wait   .       .       .       -       -       SUCC    -       -
      UNSAFE       BOUNDS    RECOVERED SUCC    !wait   !wait   !wait   .       .       .       SUCC    FAIL    SUCC    -       -
      UNSAFE       BOUNDS    TOLD      SUCC    wait    wait    wait    .       .       .       SUCC    FAIL    SUCC    -       -
      UNSAFE       SPENT     FRESH     SUCC    FAIL    FAIL    !wait   .       .       .       -       -       SUCC    -       -
      UNSAFE       SPENT     RECOVERED SUCC    !wait   !wait   !wait   .       .       .       SUCC    FAIL    SUCC    -       -
      UNSAFE       SPENT     TOLD      SUCC    wait    wait    wait    .       .       .       SUCC    FAIL    SUCC    -       -
      UNSAFE       EXPIRED   FRESH     SUCC    call    FAIL    !wait   .       .       .       -       -       SUCC    -       -
      UNSAFE       EXPIRED   RECOVERED SUCC    !wait   !wait   !wait   .       .       .       SUCC    FAIL    SUCC    -       -
      UNSAFE       EXPIRED   TOLD      SUCC    wait    wait    wait    .       .       .       SUCC    FAIL    SUCC    -       -
      UNSAFE       LATE      FRESH     SUCC    FAIL    FAIL    !wait   .       .       .       -       -       SUCC    -       -
      UNSAFE       LATE      RECOVERED SUCC    !wait   !wait   !wait   .       .       .       SUCC    FAIL    SUCC    -       -
      UNSAFE       LATE      TOLD      SUCC    wait    wait    wait    .       .       .       SUCC    FAIL    SUCC    -       -
      """;

  @Test
  void followsTheTable() {
    List<String> rows = new ArrayList<>();
    rows.add(header());
    for (TestTool tool : TestTool.values()) {
      for (Situation situation : Situation.values()) {
        for (State state : State.values()) {
          rows.add(row(tool, situation, state));
        }
      }
    }

    assertThat(rows).containsExactlyElementsOf(TABLE.lines().map(String::strip).toList());
  }

  private static String header() {
    return pad("tool", "situation", "state")
        + List.of(Input.values()).stream()
            .map(input -> String.format("%-8s", input))
            .collect(Collectors.joining())
            .stripTrailing();
  }

  private static String row(TestTool tool, Situation situation, State state) {
    StringBuilder row = new StringBuilder(pad(tool.name(), situation.name(), state.name()));
    for (Input input : Input.values()) {
      row.append(String.format("%-8s", cell(tool, situation, state, input)));
    }
    return row.toString().stripTrailing();
  }

  private static String pad(String tool, String situation, String state) {
    return String.format("%-13s%-10s%-10s", tool, situation, state);
  }

  private static String cell(TestTool tool, Situation situation, State state, Input input) {
    Instant deadline = situation == Situation.LATE ? START.plusSeconds(60) : null;
    Instant now =
        switch (situation) {
          case BOUNDS, SPENT -> START.plusSeconds(1);
          case EXPIRED -> START.plus(TestTool.KEY_TTL);
          case LATE -> START.plusSeconds(60);
        };
    int attempts = situation == Situation.SPENT ? TestTool.ATTEMPTS : 0;
    Claim.State known =
        switch (state) {
          case FRESH -> Claim.State.CLAIMED;
          case RECOVERED -> Claim.State.IN_DOUBT;
          case TOLD -> Claim.State.UNKNOWN;
        };
    Claim base = TestTool.claim(deadline);
    Claim claim =
        new Claim(
            base.action(),
            base.claimId(),
            base.owner(),
            base.terms(),
            known,
            new Claim.Progress(
                attempts,
                0,
                state == State.FRESH ? null : ExecutionMachine.RECOVERED,
                state == State.TOLD ? START : null),
            START,
            7);
    boolean asksLookup = input == Input.FOUND || input == Input.ABSENT || input == Input.ERROR;
    if (asksLookup && (!tool.hasLookup() || state == State.FRESH)) {
      return "."; // never looked up
    }
    return text(decide(claim, tool.policy(), input, now));
  }

  private static @Nullable Decision decide(
      Claim claim, ToolPolicy policy, Input input, Instant now) {
    return switch (input) {
      case OK -> result(claim, policy, new ActionResult.Succeeded("{}", "ch_1"), now);
      case LATER ->
          result(
              claim,
              policy,
              new ActionResult.Failed("REFUSED", "connection", ActionResult.Retry.LATER),
              now);
      case NEVER ->
          result(
              claim,
              policy,
              new ActionResult.Failed("DECLINED", "card", ActionResult.Retry.NEVER),
              now);
      case LOST -> result(claim, policy, new ActionResult.Unknown("TIMEOUT", "30 s"), now);
      case FOUND -> lookup(claim, policy, new LookupResult.Found("{}", "ch_1"), now);
      case ABSENT -> lookup(claim, policy, new LookupResult.Absent(), now);
      case ERROR -> lookup(claim, policy, new LookupResult.Inconclusive("503"), now);
      case DONE -> settled(claim, Verdict.SUCCEEDED, Source.OPERATOR, "claim-1", now);
      case UNDONE -> settled(claim, Verdict.NOT_EXECUTED, Source.OPERATOR, "claim-1", now);
      case PROOF -> settled(claim, Verdict.SUCCEEDED, Source.EVIDENCE, "claim-1", now);
      case REFUSAL -> settled(claim, Verdict.NOT_EXECUTED, Source.EVIDENCE, "claim-1", now);
      case OTHER -> settled(claim, Verdict.SUCCEEDED, Source.EVIDENCE, "claim-2", now);
    };
  }

  private static Decision result(Claim claim, ToolPolicy policy, ActionResult result, Instant now) {
    return MACHINE.onResult(claim, policy, result, now, 0.5);
  }

  private static Decision lookup(Claim claim, ToolPolicy policy, LookupResult result, Instant now) {
    return MACHINE.onLookup(claim, policy, result, now, 0.5);
  }

  private static @Nullable Decision settled(
      Claim claim, Verdict verdict, Source source, String claimId, Instant now) {
    Settlement settlement = TestTool.settlement(verdict, source, claimId);
    Optional<Decision> decision = MACHINE.onSettlement(claim, settlement, TestTool.START, now);
    return decision.orElse(null);
  }

  private static String text(@Nullable Decision decision) {
    if (decision == null) {
      return "-";
    }
    OutcomeEvent told = decision.outcome();
    if (decision.isFinished()) {
      return told == null ? "untold" : told.status().name().substring(0, 4);
    }
    String step =
        decision.next() instanceof Next.Call
            ? "call"
            : decision.next() instanceof Next.LookUp ? "look" : "wait";
    return told == null ? step : "!" + step;
  }
}
