package dev.actonce.tool;

import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.LookupResult;

/**
 * Performs the actions of one tool in the outside world. One instance serves all calls of its tool,
 * from several threads at once.
 *
 * <p>A handler makes one call per {@link #execute} and repeats nothing by itself: switch off the
 * retries of SDKs and HTTP clients, and set their timeouts above {@link ActionCall#timeout}. The
 * executor decides on retries, because it knows whether a second call could be a second effect.
 */
public interface ActionHandler {
  /**
   * Performs the action once. Called only after the claim is committed, and blocking.
   *
   * <p>Return {@link ActionResult.Failed} or throw {@link NotExecutedException} only when the
   * effect surely did not happen. Any other throw counts as {@link ActionResult.Unknown}, errors of
   * the JVM included, and so does null (code {@code NULL_ANSWER}). An interrupt means that the
   * executor shuts down: restore the flag and return Unknown.
   *
   * @param call what to do; pass {@link ActionCall#providerKey} on if the provider takes a key
   */
  ActionResult execute(ActionCall call) throws Exception;

  /**
   * Asks the provider whether the action's effect happened. Must have no effect itself. The default
   * proves nothing, as any throw does, and as null does: return {@link LookupResult.Absent} only
   * when the provider said that there is no such effect, because the action then runs again.
   *
   * @param call the action in doubt
   */
  default LookupResult lookUp(ActionCall call) throws Exception {
    return new LookupResult.Inconclusive("this tool has no look-up");
  }
}
