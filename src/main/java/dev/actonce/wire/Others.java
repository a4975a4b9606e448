package dev.actonce.wire;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells a registry that fails for one id from one that fails for all: asks for ids that surely are
 * there, our own and the one found last. Thread-safe.
 */
final class Others {
  /** Of many ids that fail in a row, not each asks for the others as well. */
  private static final Duration ANSWER_LASTS = Duration.ofSeconds(1);

  private final RegistryCalls calls;
  private final LongSupplier nanos;
  private @Nullable Integer own;
  private @Nullable Integer found;
  private boolean asked;
  private boolean answered;
  private long askedAtNanos;

  Others(RegistryCalls calls, LongSupplier nanos) {
    this.calls = calls;
    this.nanos = nanos;
  }

  /** Our schema has this id. */
  synchronized void own(int id) {
    own = id;
  }

  /** The registry has given the schema of this id. */
  synchronized void found(int id) {
    found = id;
  }

  /** Whether there is an id to ask for. */
  synchronized boolean areKnown() {
    return own != null || found != null;
  }

  /** Whether the registry gives the schema of one of them now; true when none is known. */
  synchronized boolean areAnswered() {
    if (!areKnown()) {
      return true;
    }
    long now = nanos.getAsLong();
    if (!asked || now - askedAtNanos >= ANSWER_LASTS.toNanos()) {
      List<Integer> ids =
          Stream.<@Nullable Integer>of(own, found)
              .filter(Objects::nonNull)
              .map(Objects::requireNonNull)
              .toList();
      answered = ids.stream().anyMatch(id -> calls.gives(RegistryCalls.pathOf(id)));
      asked = true;
      askedAtNanos = now;
    }
    return answered;
  }
}
