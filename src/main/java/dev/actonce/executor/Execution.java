package dev.actonce.executor;

import dev.actonce.core.Settlement;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.Next;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A live claim on an owned partition. While agents know it as UNKNOWN and nothing runs, its
 * arguments are left out: doubts can be many and wait for weeks, and the claims topic has them.
 * Confined to the poll thread.
 */
final class Execution {
  private static final long NOT_WRITTEN = -1;

  private final int partition;
  private final BoundTool tool;
  private Claim claim;
  private Next next;
  private boolean running;
  private long offset = NOT_WRITTEN;
  private Instant doubtedAt;
  private @Nullable Settlement deferred;

  Execution(int partition, BoundTool tool, Claim claim, Next next, Instant now) {
    this.doubtedAt = now;
    this.partition = partition;
    this.tool = tool;
    this.claim = claim;
    this.next = next;
  }

  int partition() {
    return partition;
  }

  BoundTool tool() {
    return tool;
  }

  /** The tool's policy, or a stricter one where the claim was written under a stricter class. */
  ToolPolicy policy() {
    return tool.policy().heldTo(claim.terms().safety());
  }

  Claim claim() {
    return claim;
  }

  Next next() {
    return next;
  }

  /** Whether a call or look-up of this claim is with a handler thread of this process. */
  boolean isRunning() {
    return running;
  }

  /** Since when the doubt is what it is; a settlement must know of it. */
  Instant doubtedAt() {
    return doubtedAt;
  }

  void doubt(Instant at) {
    doubtedAt = at;
  }

  void moveTo(Claim newClaim, Next newNext) {
    claim = newClaim;
    next = newNext;
  }

  void started() {
    running = true;
  }

  void returned() {
    running = false;
  }

  /** Where its newest record stands in its partition of the claims topic. */
  long offset() {
    return offset;
  }

  void writtenAt(long newOffset) {
    offset = newOffset;
  }

  /** Leaves the arguments out, if they may be long in coming and can be read back. */
  void slim() {
    if (claim.state() == Claim.State.UNKNOWN && !running && offset != NOT_WRITTEN) {
      claim = claim.withoutArguments();
    }
  }

  /** Has its arguments again. */
  void fill(Claim written) {
    claim = claim.withActionOf(written);
  }

  /** Keeps a settlement until the running call has answered; the latest wins. */
  void defer(Settlement settlement) {
    deferred = settlement;
  }

  @Nullable Settlement takeDeferred() {
    Settlement taken = deferred;
    deferred = null;
    return taken;
  }
}
