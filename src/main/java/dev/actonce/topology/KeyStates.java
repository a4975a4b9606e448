package dev.actonce.topology;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.gate.KeyState;
import dev.actonce.core.gate.MemoryEntry;
import dev.actonce.core.gate.OpenEntry;
import dev.actonce.wire.Codec;
import dev.actonce.wire.Codecs;
import java.time.InstantSource;
import java.util.Objects;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.WindowStore;
import org.jspecify.annotations.Nullable;

/**
 * Loads and saves what the gate knows of a key. Confined to the stream thread.
 *
 * <p>A key has at most one memory entry. It is found by its key alone: the newest over the whole
 * retention. A window store silently drops a put that is older than the retention, counted from the
 * newest put so far. So an entry is not put at its own {@code lastSeenAt}, which may be old when a
 * backlog is worked off, but at the present of this host if that is later, and stays there for a
 * while ({@link PutTime}); {@link ArrivalTime} keeps all earlier puts from lying ahead of it by
 * more than a minute. Each put is read back, and a missing one stops the gate, because a forgotten
 * key could run twice. No decision uses the time of the put: the entry holds its own.
 */
final class KeyStates {
  private final KeyValueStore<String, byte[]> open;
  private final WindowStore<String, byte[]> memory;
  private final Codecs codecs;
  private final InstantSource clock;

  KeyStates(ProcessingContext context, Codecs codecs, InstantSource clock) {
    this.open = context.getStateStore(GateStores.OPEN);
    this.memory = context.getStateStore(GateStores.MEMORY);
    this.codecs = codecs;
    this.clock = clock;
  }

  /**
   * What the stores hold for a key.
   *
   * @param state the key's state
   * @param memoryPutAtMs where its memory entry lies in the window store, or {@link
   *     PutTime#NOWHERE}
   */
  record Stored(IdempotencyKey key, KeyState state, long memoryPutAtMs) {}

  /** A state of a key that is encoded and can be written. */
  static final class Change {
    private final Stored before;
    private final KeyState next;

    /** To be put in place of the entry; null where there is none, or it stays as it is. */
    private final byte @Nullable [] open;

    private final byte @Nullable [] memory;

    private Change(Stored before, KeyState next, byte @Nullable [] open, byte @Nullable [] memory) {
      this.before = before;
      this.next = next;
      this.open = open;
      this.memory = memory;
    }
  }

  Stored load(IdempotencyKey key) {
    byte[] openBytes = open.get(key.value());
    if (openBytes != null) {
      OpenEntry entry = own(key, codecs.openEntries(), openBytes);
      return new Stored(key, new KeyState(entry, null), PutTime.NOWHERE);
    }
    KeyValue<Long, byte[]> newest = NewestEntry.of(memory, key.value());
    if (newest == null) {
      return new Stored(key, KeyState.NONE, PutTime.NOWHERE);
    }
    MemoryEntry entry = own(key, codecs.memoryEntries(), newest.value);
    return new Stored(key, new KeyState(null, entry), newest.key);
  }

  /** What the gate itself wrote is never the fault of the record at hand. */
  private static <T> T own(IdempotencyKey key, Codec<T> codec, byte[] bytes) {
    try {
      return codec.decode(bytes);
    } catch (ActOnceException e) {
      throw new ActOnceException(
          ErrorCode.STATE_LOST,
          "the gate's own entry of key="
              + key
              + " is unreadable: "
              + e.getMessage()
              + "; start the version that wrote it",
          e);
    }
  }

  /** Encodes what is to be; writes nothing. */
  Change change(Stored before, KeyState next) {
    OpenEntry openEntry = next.open();
    MemoryEntry memoryEntry = next.memory();
    return new Change(
        before,
        next,
        openEntry == null || openEntry.equals(before.state().open())
            ? null
            : codecs.openEntries().encode(openEntry),
        memoryEntry == null || memoryEntry.equals(before.state().memory())
            ? null
            : codecs.memoryEntries().encode(memoryEntry));
  }

  /** Writes the difference between what is stored and what is to be. */
  void write(Change change) {
    Stored before = change.before;
    KeyState next = change.next;
    String key = before.key().value();
    if (!Objects.equals(before.state().open(), next.open())) {
      writeOpen(key, change.open);
    }
    if (!Objects.equals(before.state().memory(), next.memory())) {
      writeMemory(key, change);
    }
  }

  private void writeOpen(String key, byte @Nullable [] entry) {
    if (entry == null) {
      open.delete(key);
    } else {
      open.put(key, entry);
    }
  }

  private void writeMemory(String key, Change change) {
    Stored before = change.before;
    MemoryEntry entry = change.next.memory();
    long putAtMs = entry == null ? PutTime.NOWHERE : putAtMs(before, entry);
    if (before.state().memory() != null && before.memoryPutAtMs() != putAtMs) {
      memory.put(key, null, before.memoryPutAtMs());
    }
    if (change.memory != null) {
      remember(key, change.memory, putAtMs);
    }
  }

  private long putAtMs(Stored before, MemoryEntry entry) {
    long presentMs = Math.max(entry.seen().lastSeenAt().toEpochMilli(), clock.millis());
    return PutTime.of(before.memoryPutAtMs(), presentMs);
  }

  private void remember(String key, byte[] entry, long putAtMs) {
    memory.put(key, entry, putAtMs);
    if (memory.fetch(key, putAtMs) == null) {
      throw new ActOnceException(
          ErrorCode.STATE_LOST,
          "the memory of key="
              + key
              + " was not stored at "
              + putAtMs
              + ": the store has seen times later by more than its retention. Correct the clocks of"
              + " the hosts that run the gate, then start it again");
    }
  }
}
