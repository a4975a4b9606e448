package dev.actonce.core.simulation;

import static dev.actonce.core.simulation.Invariant.ADMITTED_ONCE;
import static dev.actonce.core.simulation.Invariant.ALL_ANSWERED;
import static dev.actonce.core.simulation.Invariant.DISPATCH_FIRST;
import static dev.actonce.core.simulation.Invariant.FINAL_STANDS;
import static dev.actonce.core.simulation.Invariant.ONE_EFFECT_KEYED;
import static dev.actonce.core.simulation.Invariant.ONE_EFFECT_LOOKUP;
import static dev.actonce.core.simulation.Invariant.ONE_EFFECT_UNSAFE;
import static dev.actonce.core.simulation.Invariant.ONE_LIVE_CLAIM;
import static dev.actonce.core.simulation.Invariant.SAME_PAYLOAD;
import static dev.actonce.core.simulation.Invariant.STALE_FENCE;
import static dev.actonce.core.simulation.Invariant.WINDOW;

import java.util.EnumSet;
import java.util.Set;

/** A bug that is put into the simulated system on purpose, and the invariants that it breaks. */
@SuppressWarnings("ImmutableEnumChecker") // The set is never changed.
enum Mutant {
  NONE(FINAL_STANDS),
  CLAIM_AFTER_EFFECT(ONE_EFFECT_UNSAFE, ONE_EFFECT_KEYED, ONE_EFFECT_LOOKUP, FINAL_STANDS),
  NO_FENCE(
      ONE_LIVE_CLAIM,
      ADMITTED_ONCE,
      WINDOW,
      ONE_EFFECT_UNSAFE,
      ONE_EFFECT_KEYED,
      ONE_EFFECT_LOOKUP,
      FINAL_STANDS,
      ALL_ANSWERED),
  RELEASE_ON_TIMEOUT(ALL_ANSWERED),
  WINDOW_FROM_FIRST_SIGHTING(WINDOW),
  WINDOW_1_MS_TOO_SHORT(WINDOW),
  WINDOW_1_MS_TOO_LONG(WINDOW),
  WINDOW_FROM_EXECUTORS_CLOCK(WINDOW),
  NEW_PROVIDER_KEY_PER_ATTEMPT(ONE_EFFECT_KEYED),
  UNKNOWN_TURNED_INTO_FAILED(FINAL_STANDS),
  TOMBSTONE_BEFORE_OUTCOME(ALL_ANSWERED),
  OFFSETS_BEFORE_CLAIM(ALL_ANSWERED),
  EVIDENCE_OF_FAILURE_ACCEPTED(FINAL_STANDS, ONE_EFFECT_KEYED, ONE_EFFECT_LOOKUP),
  LOOKUP_LAG_IGNORED(ONE_EFFECT_LOOKUP, ONE_EFFECT_KEYED, FINAL_STANDS),
  UNSAFE_RUN_AGAIN_ON_RECOVERY(ONE_EFFECT_UNSAFE, FINAL_STANDS),
  DOUBT_FORGOTTEN_ON_RECOVERY(ONE_EFFECT_LOOKUP, ONE_EFFECT_KEYED, FINAL_STANDS),
  DUPLICATE_ADMITTED_WHILE_OPEN(WINDOW, ADMITTED_ONCE),
  GATE_STATE_LOST_ON_RESTART(WINDOW, ADMITTED_ONCE, STALE_FENCE, FINAL_STANDS, ALL_ANSWERED),
  INTENT_OFFSET_BEFORE_DISPATCH(ALL_ANSWERED),
  PARKED_WHILE_RUNNING(ONE_EFFECT_UNSAFE, ONE_EFFECT_KEYED, ONE_EFFECT_LOOKUP, FINAL_STANDS),
  STALE_FENCE_DROPPED(STALE_FENCE),
  STALE_FENCE_1_MS_TOO_NARROW(STALE_FENCE),
  STALE_FENCE_FROM_GATES_CLOCK(STALE_FENCE),
  PROVIDER_KEY_LIFE_IGNORED(ONE_EFFECT_KEYED),
  PROVIDER_KEY_LIFE_WITHOUT_MARGIN(ONE_EFFECT_KEYED),
  PROVIDER_KEY_TRUSTED_AFTER_AN_ERROR(ONE_EFFECT_KEYED, FINAL_STANDS),
  TAKEOVER_BEFORE_STABLE_OFFSET(ONE_LIVE_CLAIM, FINAL_STANDS, ONE_EFFECT_UNSAFE, ONE_EFFECT_LOOKUP),
  SETTLEMENT_OF_ANY_CLAIM_ACCEPTED(FINAL_STANDS),
  CONFLICT_OVERLOOKED(SAME_PAYLOAD),
  POSITIONS_IGNORED(ADMITTED_ONCE),
  WAITER_FORGOTTEN(ALL_ANSWERED),
  DISPATCH_READ_UNCOMMITTED(DISPATCH_FIRST);

  private final Invariant caughtBy;
  private final Set<Invariant> mayBreak;

  Mutant(Invariant caughtBy, Invariant... others) {
    this.caughtBy = caughtBy;
    this.mayBreak = EnumSet.of(caughtBy, others);
  }

  /** The invariant that must catch it. */
  Invariant caughtBy() {
    return caughtBy;
  }

  /** All that it breaks, whichever is first in a run. */
  Set<Invariant> mayBreak() {
    return mayBreak;
  }
}
