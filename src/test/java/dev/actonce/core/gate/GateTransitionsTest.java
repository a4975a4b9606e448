package dev.actonce.core.gate;

import static dev.actonce.core.gate.OneKeyGate.at;
import static dev.actonce.core.gate.OneKeyGate.atSecond;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.KeyChoice;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The transition table of a key: every state against everything that can arrive. A pair that is not
 * listed fails the test.
 */
class GateTransitionsTest {
  private static final Publish ORIGINAL = Publish.of("r1").issued(at(0));

  /** What is known of a key. */
  private enum State {
    NONE,
    OPEN,
    IN_DOUBT,
    DONE,
    DONE_FORGOTTEN,
    FAILED
  }

  /** What can arrive for it. */
  private enum Input {
    SAME_INTENT,
    NEW_WISH,
    OTHER_ARGUMENTS,
    STALE_WISH,
    PAST_DEADLINE,
    SUCCEEDED,
    FAILED,
    UNKNOWN,
    OLD_GENERATION
  }

  /** {@code state > input = verdict -> next state}; {@code -} for no answer. */
  private static final List<String> TABLE =
      List.of(
          "NONE > SAME_INTENT = ADMITTED -> OPEN",
          "NONE > NEW_WISH = ADMITTED -> OPEN",
          "NONE > OTHER_ARGUMENTS = ADMITTED -> OPEN",
          "NONE > STALE_WISH = REJECTED -> NONE",
          "NONE > PAST_DEADLINE = REJECTED -> NONE",
          "NONE > SUCCEEDED = - -> NONE",
          "NONE > FAILED = - -> NONE",
          "NONE > UNKNOWN = - -> NONE",
          "NONE > OLD_GENERATION = - -> NONE",
          "OPEN > SAME_INTENT = IN_PROGRESS -> OPEN",
          "OPEN > NEW_WISH = IN_PROGRESS -> OPEN",
          "OPEN > OTHER_ARGUMENTS = CONFLICT -> OPEN",
          "OPEN > STALE_WISH = IN_PROGRESS -> OPEN",
          "OPEN > PAST_DEADLINE = IN_PROGRESS -> OPEN",
          "OPEN > SUCCEEDED = - -> DONE",
          "OPEN > FAILED = - -> FAILED",
          "OPEN > UNKNOWN = - -> IN_DOUBT",
          "OPEN > OLD_GENERATION = - -> OPEN",
          "IN_DOUBT > SAME_INTENT = UNKNOWN -> IN_DOUBT",
          "IN_DOUBT > NEW_WISH = UNKNOWN -> IN_DOUBT",
          "IN_DOUBT > OTHER_ARGUMENTS = CONFLICT -> IN_DOUBT",
          "IN_DOUBT > STALE_WISH = UNKNOWN -> IN_DOUBT",
          "IN_DOUBT > PAST_DEADLINE = UNKNOWN -> IN_DOUBT",
          "IN_DOUBT > SUCCEEDED = - -> DONE",
          "IN_DOUBT > FAILED = - -> FAILED",
          "IN_DOUBT > UNKNOWN = - -> IN_DOUBT",
          "IN_DOUBT > OLD_GENERATION = - -> IN_DOUBT",
          "DONE > SAME_INTENT = ALREADY_DONE -> DONE",
          "DONE > NEW_WISH = ALREADY_DONE -> DONE",
          "DONE > OTHER_ARGUMENTS = CONFLICT -> DONE",
          "DONE > STALE_WISH = ALREADY_DONE -> DONE",
          "DONE > PAST_DEADLINE = ALREADY_DONE -> DONE",
          "DONE > SUCCEEDED = - -> DONE",
          "DONE > FAILED = - -> DONE",
          "DONE > UNKNOWN = - -> DONE",
          "DONE > OLD_GENERATION = - -> DONE",
          "DONE_FORGOTTEN > SAME_INTENT = REJECTED -> DONE_FORGOTTEN",
          "DONE_FORGOTTEN > NEW_WISH = ADMITTED -> OPEN",
          "DONE_FORGOTTEN > OTHER_ARGUMENTS = ADMITTED -> OPEN",
          "DONE_FORGOTTEN > STALE_WISH = REJECTED -> DONE_FORGOTTEN",
          "DONE_FORGOTTEN > PAST_DEADLINE = REJECTED -> DONE_FORGOTTEN",
          "DONE_FORGOTTEN > SUCCEEDED = - -> DONE_FORGOTTEN",
          "DONE_FORGOTTEN > FAILED = - -> DONE_FORGOTTEN",
          "DONE_FORGOTTEN > UNKNOWN = - -> DONE_FORGOTTEN",
          "DONE_FORGOTTEN > OLD_GENERATION = - -> DONE_FORGOTTEN",
          "FAILED > SAME_INTENT = ADMITTED -> OPEN",
          "FAILED > NEW_WISH = ADMITTED -> OPEN",
          "FAILED > OTHER_ARGUMENTS = ADMITTED -> OPEN",
          "FAILED > STALE_WISH = REJECTED -> FAILED",
          "FAILED > PAST_DEADLINE = REJECTED -> FAILED",
          "FAILED > SUCCEEDED = - -> FAILED",
          "FAILED > FAILED = - -> FAILED",
          "FAILED > UNKNOWN = - -> FAILED",
          "FAILED > OLD_GENERATION = - -> FAILED");

  @Test
  void followsTheTable() {
    List<String> found = new ArrayList<>();
    for (State state : State.values()) {
      for (Input input : Input.values()) {
        found.add(transition(state, input));
      }
    }

    assertThat(found).containsExactlyInAnyOrderElementsOf(TABLE);
  }

  private static String transition(State state, Input input) {
    OneKeyGate gate = in(state);
    String verdict = feed(gate, state, input);
    return state + " > " + input + " = " + verdict + " -> " + stateOf(gate, state);
  }

  /** A gate whose key is at generation 1 in this state. */
  private static OneKeyGate in(State state) {
    OneKeyGate gate = new OneKeyGate(KeyChoice.INTENT);
    if (state != State.NONE) {
      gate.publish(ORIGINAL, at(0));
    }
    Map<State, Runnable> moves = new EnumMap<>(State.class);
    moves.put(State.IN_DOUBT, () -> gate.doubt(1, at(1)));
    moves.put(State.DONE, () -> gate.succeed(1, at(1)));
    moves.put(State.DONE_FORGOTTEN, () -> gate.succeed(1, at(1)));
    moves.put(State.FAILED, () -> gate.fail(1, at(1)));
    moves.getOrDefault(state, () -> {}).run();
    return gate;
  }

  private static String feed(OneKeyGate gate, State state, Input input) {
    var now = state == State.DONE_FORGOTTEN ? atSecond(86_401) : at(1_000);
    Publish fresh = Publish.of("r2").issued(now);
    return switch (input) {
      case SAME_INTENT -> kind(gate.publish(ORIGINAL, now));
      case NEW_WISH -> kind(gate.publish(fresh, now));
      case OTHER_ARGUMENTS -> kind(gate.publish(fresh.with("{\"amount\":1}"), now));
      case STALE_WISH -> kind(gate.publish(fresh.issued(now.minusSeconds(200_000)), now));
      case PAST_DEADLINE -> kind(gate.publish(fresh.until(now), now));
      case SUCCEEDED -> told(gate.succeed(1, now));
      case FAILED -> told(gate.fail(1, now));
      case UNKNOWN -> told(gate.doubt(1, now));
      case OLD_GENERATION -> told(gate.succeed(7, now));
    };
  }

  private static String kind(Verdict verdict) {
    return verdict.kind().name();
  }

  private static String told(KeyUpdate closing) {
    return closing.outcome() == null ? "-" : closing.outcome().status().name();
  }

  private static State stateOf(OneKeyGate gate, State before) {
    OpenEntry open = gate.state().open();
    MemoryEntry memory = gate.state().memory();
    if (open != null) {
      return open.doubt() == null ? State.OPEN : State.IN_DOUBT;
    }
    if (memory == null) {
      return State.NONE;
    }
    if (!memory.ending().succeeded()) {
      return State.FAILED;
    }
    return before == State.DONE_FORGOTTEN ? State.DONE_FORGOTTEN : State.DONE;
  }
}
