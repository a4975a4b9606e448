package dev.actonce.core.gate;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.KeyKind;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.outcome.DuplicateCause;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a publish means: the first one is admitted, every further one is answered.
 *
 * <p>Pure: the same arguments give the same verdict. All times are arrival times (broker append
 * time). A key is blocked while {@code arrival - lastSeenAt < horizon}; at exactly the horizon it
 * is admitted again. Open keys never expire.
 */
public final class Gate {
  /**
   * After so many duplicates of one key its agent counts as looping, and is told the result no
   * more.
   */
  public static final int LOOP_DUPLICATES = 10;

  /**
   * How far {@code issuedAt} may lie in the future before an intent is refused; half the horizon
   * where that is shorter.
   */
  public static final Duration MAX_SKEW = Duration.ofSeconds(60);

  private Gate() {}

  /**
   * Decides over one publish.
   *
   * @param arrival the intent, its key, and when it arrived; never one that was decided before
   *     ({@link InputPosition})
   * @param state what the stores hold for its key
   * @param policy the tool's policy
   * @return the verdict with the key's next state and the records to write
   */
  public static Verdict decide(Arrival arrival, KeyState state, ToolPolicy policy) {
    OpenEntry open = state.open();
    if (open != null) {
      return whileOpen(arrival, state, open, policy);
    }
    MemoryEntry memory = state.memory();
    if (memory != null && memory.ending().succeeded() && isRemembered(memory, arrival, policy)) {
      return whileRemembered(arrival, state, memory, policy);
    }
    Rejection rejection = refusal(arrival, policy, memory);
    if (rejection != null) {
      return GateAnswers.rejected(arrival, state, rejection);
    }
    return admit(arrival, memory);
  }

  private static Verdict whileOpen(
      Arrival arrival, KeyState state, OpenEntry open, ToolPolicy policy) {
    if (differs(arrival, open.original())) {
      return GateAnswers.conflict(arrival, state, open.original());
    }
    OpenEntry next = open.blocked(arrival);
    DuplicateCause cause = cause(arrival.intent(), open.original(), next.seen());
    return open.doubt() == null
        ? GateAnswers.inProgress(arrival, next, cause)
        : GateAnswers.unknown(arrival, next, open.doubt(), cause, policy.safety());
  }

  private static Verdict whileRemembered(
      Arrival arrival, KeyState state, MemoryEntry memory, ToolPolicy policy) {
    if (differs(arrival, memory.original())) {
      return GateAnswers.conflict(arrival, state, memory.original());
    }
    MemoryEntry next = memory.blocked(arrival, policy.memory().resultMaxBytes());
    return GateAnswers.alreadyDone(
        arrival, next, cause(arrival.intent(), memory.original(), next.seen()));
  }

  private static boolean isRemembered(MemoryEntry memory, Arrival arrival, ToolPolicy policy) {
    Duration age = Duration.between(memory.seen().lastSeenAt(), arrival.arrivedAt());
    return age.compareTo(policy.horizon(memory.original().keyKind())) < 0;
  }

  private static boolean differs(Arrival arrival, Original original) {
    return original.keyKind() == KeyKind.INTENT
        && !original.fingerprint().equals(arrival.derived().fingerprint());
  }

  private static @Nullable Rejection refusal(
      Arrival arrival, ToolPolicy policy, @Nullable MemoryEntry memory) {
    ActionIntent intent = arrival.intent();
    Instant now = arrival.arrivedAt();
    Instant deadline = intent.deadline();
    if (deadline != null && !now.isBefore(deadline)) {
      return new Rejection(
          Rejection.Code.DEADLINE_PASSED,
          "deadline " + deadline + " was over when the intent arrived at " + now);
    }
    Instant issuedAt = intent.issuedAt();
    if (issuedAt == null) {
      return null;
    }
    Duration horizon = policy.horizon(arrival.derived().kind());
    Duration skew = skew(horizon);
    if (issuedAt.isAfter(now.plus(skew))) {
      return new Rejection(
          Rejection.Code.ISSUED_IN_FUTURE,
          "issuedAt "
              + issuedAt
              + " lies more than "
              + skew.toSeconds()
              + " s after the"
              + " arrival at "
              + now
              + "; check the agent's clock");
    }
    return mayHaveRun(issuedAt, now, horizon, memory)
        ? new Rejection(
            Rejection.Code.STALE,
            "memory of "
                + horizon.toSeconds()
                + " s cannot prove at the arrival at "
                + now
                + " that an intent with issuedAt "
                + issuedAt
                + " did not run before")
        : null;
  }

  /** How far an agent's clock may run ahead: a short horizon cannot make up for more. */
  private static Duration skew(Duration horizon) {
    Duration half = horizon.dividedBy(2);
    return half.compareTo(MAX_SKEW) < 0 ? half : MAX_SKEW;
  }

  /**
   * Whether a wish of this age may have been performed and forgotten. A forgotten success may
   * answer every wish issued up to its last sighting, by a clock up to the skew ahead: each
   * duplicate that it blocked may have been a wish of its own. A FAILED entry speaks for its own
   * generation only: at its admission memory reached back one horizon.
   */
  private static boolean mayHaveRun(
      Instant issuedAt, Instant now, Duration horizon, @Nullable MemoryEntry memory) {
    if (memory == null) {
      return issuedAt.isBefore(now.minus(horizon));
    }
    if (memory.ending().succeeded()) {
      return issuedAt.isBefore(now.minus(horizon))
          || !issuedAt.isAfter(memory.seen().lastSeenAt().plus(skew(horizon)));
    }
    Instant reach =
        Objects.requireNonNullElse(memory.original().admittedAt(), memory.ending().finishedAt())
            .minus(horizon);
    boolean hasPredecessor = memory.original().generation() > 1;
    return hasPredecessor ? !issuedAt.isAfter(reach.plus(skew(horizon))) : issuedAt.isBefore(reach);
  }

  private static Verdict admit(Arrival arrival, @Nullable MemoryEntry memory) {
    int generation = memory == null ? 1 : memory.original().generation() + 1;
    OpenEntry entry =
        new OpenEntry(Original.of(arrival, generation), Seen.first(arrival), null, null);
    ApprovedAction action =
        new ApprovedAction(
            arrival.derived().key(),
            generation,
            arrival.derived().kind(),
            arrival.derived().fingerprint(),
            arrival.arrivedAt(),
            arrival.intent(),
            ReplyHash.ofNullable(arrival.intent().replyToken()));
    return new Verdict(Verdict.Kind.ADMITTED, null, KeyState.open(entry), action, null);
  }

  private static DuplicateCause cause(ActionIntent intent, Original original, Seen seen) {
    if (seen.isLoop()) {
      return DuplicateCause.LOOP;
    }
    if (intent.requestId().equals(original.requestId())) {
      return DuplicateCause.SAME_CALL;
    }
    if (!Objects.equals(intent.scope().run(), original.run())) {
      return DuplicateCause.NEW_RUN;
    }
    return Objects.equals(intent.toolCallId(), original.toolCallId())
        ? DuplicateCause.SAME_CALL
        : DuplicateCause.NEW_CALL;
  }
}
