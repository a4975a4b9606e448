package dev.actonce.metrics;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an executor's claims of one tool are at.
 *
 * @param running calls and look-ups that run
 * @param queued claims whose next step waits for its time or for capacity
 * @param claimed claims without doubt, and of which agents were not told UNKNOWN
 * @param inDoubt claims in doubt, and of which agents were not told UNKNOWN
 * @param unknown claims of which agents were told UNKNOWN; they have no final outcome yet
 * @param oldestUnknown when agents were told of the oldest of these; null when there is none
 */
public record ToolLoad(
    int running,
    int queued,
    int claimed,
    int inDoubt,
    int unknown,
    @Nullable Instant oldestUnknown) {
  /** Nothing to do. */
  public static final ToolLoad NONE = new ToolLoad(0, 0, 0, 0, 0, null);
}
