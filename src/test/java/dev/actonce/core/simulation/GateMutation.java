package dev.actonce.core.simulation;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.Fingerprint;
import dev.actonce.core.gate.Arrival;
import dev.actonce.core.gate.KeyState;
import dev.actonce.core.gate.MemoryEntry;
import dev.actonce.core.gate.OpenEntry;
import dev.actonce.core.gate.Original;
import dev.actonce.core.gate.Seen;
import dev.actonce.core.key.Derivation.Derived;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Plants a bug into the gate by changing what its decisions get to see. */
final class GateMutation {
  private final Mutant mutant;
  private final HostClock clock;

  GateMutation(Mutant mutant, HostClock clock) {
    this.mutant = mutant;
    this.clock = clock;
  }

  boolean is(Mutant other) {
    return mutant == other;
  }

  Instant finishedAt(Partition.Told told) {
    return mutant == Mutant.WINDOW_FROM_EXECUTORS_CLOCK ? told.event().at() : told.at();
  }

  Arrival arrival(Arrival arrival) {
    Instant issuedAt = arrival.intent().issuedAt();
    return switch (mutant) {
      case STALE_FENCE_DROPPED -> issued(arrival, null);
      case STALE_FENCE_1_MS_TOO_NARROW ->
          issued(arrival, issuedAt == null ? null : issuedAt.plusMillis(1));
      case STALE_FENCE_FROM_GATES_CLOCK -> issued(arrival, onGatesClock(arrival, issuedAt));
      default -> arrival;
    };
  }

  KeyState state(KeyState state, Arrival arrival) {
    return switch (mutant) {
      case DUPLICATE_ADMITTED_WHILE_OPEN -> state.open() != null ? KeyState.NONE : state;
      case WINDOW_FROM_FIRST_SIGHTING ->
          state.memory() == null ? state : seen(state.memory(), admittedAt(state.memory()));
      case WINDOW_1_MS_TOO_SHORT -> moved(state, -1);
      case WINDOW_1_MS_TOO_LONG -> moved(state, 1);
      case CONFLICT_OVERLOOKED -> samePayload(state, arrival.derived());
      default -> state;
    };
  }

  /** As if the age of a wish were measured on the gate's host when it reads the record. */
  private @Nullable Instant onGatesClock(Arrival arrival, @Nullable Instant issuedAt) {
    return issuedAt == null
        ? null
        : issuedAt.minus(Duration.between(arrival.arrivedAt(), clock.now()));
  }

  private static KeyState moved(KeyState state, long ms) {
    MemoryEntry memory = state.memory();
    return memory == null ? state : seen(memory, memory.seen().lastSeenAt().plusMillis(ms));
  }

  private static KeyState seen(MemoryEntry memory, Instant lastSeenAt) {
    Seen moved = new Seen(lastSeenAt, memory.seen().duplicates());
    return new KeyState(null, new MemoryEntry(memory.original(), moved, memory.ending()));
  }

  private static Instant admittedAt(MemoryEntry memory) {
    Instant admittedAt = memory.original().admittedAt();
    return admittedAt == null ? memory.seen().lastSeenAt() : admittedAt;
  }

  private static KeyState samePayload(KeyState state, Derived derived) {
    OpenEntry open = state.open();
    MemoryEntry memory = state.memory();
    if (open != null) {
      Original same = with(open.original(), derived.fingerprint());
      return new KeyState(new OpenEntry(same, open.seen(), open.waiter(), open.doubt()), null);
    }
    if (memory != null) {
      Original same = with(memory.original(), derived.fingerprint());
      return new KeyState(null, new MemoryEntry(same, memory.seen(), memory.ending()));
    }
    return state;
  }

  private static Original with(Original original, Fingerprint fingerprint) {
    return new Original(
        original.generation(),
        original.keyKind(),
        fingerprint,
        original.requestId(),
        original.intentId(),
        original.toolCallId(),
        original.run(),
        original.admittedAt());
  }

  private static Arrival issued(Arrival arrival, @Nullable Instant issuedAt) {
    ActionIntent intent = arrival.intent();
    ActionIntent changed =
        ActionIntent.of(intent.requestId(), intent.scope(), intent.action(), intent.arguments())
            .withIntentId(intent.intentId())
            .withToolCallId(intent.toolCallId())
            .withIssuedAt(issuedAt)
            .withDeadline(intent.deadline())
            .withMetadata(intent.metadata());
    return new Arrival(changed, arrival.derived(), arrival.arrivedAt());
  }
}
