package dev.actonce.core.gate;

import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.outcome.Advice;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeEvent.Publisher;
import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the gate does when an executor tells an outcome: it moves the key, and answers the duplicate
 * that still waits.
 *
 * @param next state of the key from now on
 * @param outcome to be told to the waiting duplicate; null when none waits
 */
public record KeyUpdate(KeyState next, @Nullable OutcomeEvent outcome) {

  /**
   * Applies an executor's event.
   *
   * @param event SUCCEEDED, FAILED or UNKNOWN of an executor; others, and the gate's own answers,
   *     change nothing
   * @param state what the stores hold for its key
   * @param policy the tool's policy: its class for the advice, its bound for results
   * @param arrivedAt arrival time of the event
   */
  public static KeyUpdate apply(
      OutcomeEvent event, KeyState state, ToolPolicy policy, Instant arrivedAt) {
    if (event.publisher() != Publisher.EXECUTOR) {
      return new KeyUpdate(state, null);
    }
    OutcomeEvent bounded = Limits.cut(event);
    return switch (bounded.status()) {
      case SUCCEEDED, FAILED -> finish(bounded, state, policy, arrivedAt);
      case UNKNOWN -> doubt(bounded, state, policy.safety(), arrivedAt);
      case ALREADY_DONE, IN_PROGRESS, CONFLICT, REJECTED -> new KeyUpdate(state, null);
    };
  }

  private static KeyUpdate finish(
      OutcomeEvent event, KeyState state, ToolPolicy policy, Instant arrivedAt) {
    OpenEntry open = state.open();
    if (open == null || open.original().generation() != event.generation()) {
      return new KeyUpdate(state, null);
    }
    boolean succeeded = event.status() == OutcomeStatus.SUCCEEDED;
    MemoryEntry.Ending ending =
        new MemoryEntry.Ending(
                succeeded,
                event.answer().result(),
                event.answer().reference(),
                event.history().settledBy(),
                event.history().attempts(),
                arrivedAt)
            .withResultUpTo(policy.memory().resultMaxBytes());
    MemoryEntry memory = new MemoryEntry(open.original(), open.seen().finished(arrivedAt), ending);
    return new KeyUpdate(
        KeyState.remembered(memory),
        forWaiter(
            event,
            open,
            succeeded ? OutcomeStatus.ALREADY_DONE : OutcomeStatus.FAILED,
            ending.result(),
            succeeded ? Advice.alreadyDone(ending.result() != null) : Advice.FAILED,
            arrivedAt));
  }

  private static KeyUpdate doubt(
      OutcomeEvent event, KeyState state, SafetyClass safety, Instant arrivedAt) {
    OpenEntry open = state.open();
    if (open == null || open.original().generation() != event.generation()) {
      return new KeyUpdate(state, null);
    }
    OpenEntry next =
        open.doubtful(
            new OpenEntry.Doubt(
                event.history().claimId(), event.answer().errorCode(), event.history().attempts()));
    return new KeyUpdate(
        KeyState.open(next),
        forWaiter(event, open, OutcomeStatus.UNKNOWN, null, Advice.unknown(safety), arrivedAt));
  }

  private static @Nullable OutcomeEvent forWaiter(
      OutcomeEvent event,
      OpenEntry open,
      OutcomeStatus status,
      @Nullable String result,
      String advice,
      Instant arrivedAt) {
    OpenEntry.Waiter waiter = open.waiter();
    if (waiter == null) {
      return null;
    }
    return new OutcomeEvent(
        event.key(),
        event.generation(),
        event.about().forDuplicate(waiter.requestId(), waiter.replyHash()),
        status,
        event.answer().withResult(result).withAdvice(advice),
        event.history().withDuplicates(open.seen().duplicates(), null),
        arrivedAt,
        Publisher.GATE);
  }
}
