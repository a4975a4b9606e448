package dev.actonce.tool;

import dev.actonce.core.execution.ActionResult;
import java.util.Objects;

/**
 * Says that the effect surely did not happen. A handler throws it only on proof, such as a check of
 * its own that failed before anything was sent. A timeout or a broken connection is no proof.
 */
public final class NotExecutedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final ActionResult.Retry retry;

  /**
   * A proof of failure.
   *
   * @param code machine-readable reason, upper snake case
   * @param message reason for people; agents read it too
   * @param retry whether another call may help
   */
  public NotExecutedException(String code, String message, ActionResult.Retry retry) {
    super(message);
    this.code = Objects.requireNonNull(code, "code");
    this.retry = Objects.requireNonNull(retry, "retry");
  }

  /** The same as a result. */
  public ActionResult.Failed toResult() {
    return new ActionResult.Failed(code, String.valueOf(getMessage()), retry);
  }

  /** Machine-readable reason. */
  public String code() {
    return code;
  }

  /** Whether another call may help. */
  public ActionResult.Retry retry() {
    return retry;
  }
}
