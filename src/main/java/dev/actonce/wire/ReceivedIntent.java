package dev.actonce.wire;

import dev.actonce.core.ActionIntent;
import org.jspecify.annotations.Nullable;

/**
 * An intent as its agent wrote it.
 *
 * @param intent the intent; of a faulty one its requestId, action and scope, and the ids that could
 *     be read
 * @param problem what is wrong with its form and what to do; names members, never repeats a value.
 *     Null when nothing is wrong
 */
public record ReceivedIntent(ActionIntent intent, @Nullable String problem) {

  /** One without a fault. */
  public static ReceivedIntent of(ActionIntent intent) {
    return new ReceivedIntent(intent, null);
  }
}
