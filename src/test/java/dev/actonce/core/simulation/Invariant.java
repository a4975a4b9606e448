package dev.actonce.core.simulation;

import dev.actonce.core.SafetyClass;

/** What must hold after every event. */
enum Invariant {
  /** At most one live claim per key. */
  ONE_LIVE_CLAIM,
  /** Claims, effects and outcomes follow a committed dispatch. */
  DISPATCH_FIRST,
  /** One record of the intents topics is admitted once, however often it is read. */
  ADMITTED_ONCE,
  /** Blocked exactly while open, or while the key was seen or finished less than a horizon ago. */
  WINDOW,
  /** A wish with {@code issuedAt} that was once answered by a success is never performed again. */
  STALE_FENCE,
  /** A publish with another payload under the same id gets nothing but CONFLICT. */
  SAME_PAYLOAD,
  /** At most one effect per key and generation of an {@code unsafe} tool. */
  ONE_EFFECT_UNSAFE,
  /** The same for {@code keyed}, within the provider key's life. */
  ONE_EFFECT_KEYED,
  /** The same for {@code lookup}, beyond the look-up lag. */
  ONE_EFFECT_LOOKUP,
  /** FAILED means no effect, SUCCEEDED an effect; nothing final follows what was final. */
  FINAL_STANDS,
  /** Once the faults stopped every publish is answered and every admission ends. */
  ALL_ANSWERED;

  static Invariant oneEffect(SafetyClass safety) {
    return switch (safety) {
      case UNSAFE -> ONE_EFFECT_UNSAFE;
      case LOOKUP -> ONE_EFFECT_LOOKUP;
      case KEYED, IDEMPOTENT, READ_ONLY -> ONE_EFFECT_KEYED;
    };
  }
}
