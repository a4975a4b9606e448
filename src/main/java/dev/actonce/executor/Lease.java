package dev.actonce.executor;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Proof that this instance still owns its partitions. Only a committed transaction that carried the
 * group metadata renews it (KIP-447): the broker checked the membership then. Read by handler
 * threads right before each outside call, on the monotonic clock, so that a process that was paused
 * does not act on old authority.
 */
final class Lease {
  private static final long NONE = -1;

  private final long lengthNanos;
  private final LongSupplier nanoClock;
  private volatile long provenAtNanos;
  private volatile long heldEpoch = NONE;
  private long epoch;

  Lease(Duration length, LongSupplier nanoClock) {
    this.lengthNanos = length.toNanos();
    this.nanoClock = nanoClock;
  }

  /** A transaction that began at this monotonic time was committed. Poll thread only. */
  void prove(long beganAtNanos) {
    provenAtNanos = beganAtNanos;
    heldEpoch = epoch;
  }

  /** The partitions are given away: what was started under this epoch may not call any more. */
  void drop() {
    heldEpoch = NONE;
    epoch++;
  }

  /** Names the current assignment. Poll thread only. */
  long epoch() {
    return epoch;
  }

  /** Whether an outside call that was handed out under this epoch may start now. */
  boolean isHeld(long handedOutUnder) {
    return heldEpoch == handedOutUnder && nanoClock.getAsLong() - provenAtNanos < lengthNanos;
  }

  /** Whether it will last long enough to hand a call to a handler thread. */
  boolean isFresh() {
    return heldEpoch == epoch && nanoClock.getAsLong() - provenAtNanos < lengthNanos / 2;
  }
}
