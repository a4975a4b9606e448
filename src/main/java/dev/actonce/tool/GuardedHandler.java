package dev.actonce.tool;

import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.LookupResult;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a handler for a claim and takes whatever it does for a result: only {@link
 * NotExecutedException} is a proof that nothing happened, any other throw proves nothing, whatever
 * its type, and neither does null. As safe for threads as the handler.
 *
 * @param handler what performs the tool
 * @param timeout longest wait that the handler is told
 */
public record GuardedHandler(ActionHandler handler, Duration timeout) {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedHandler.class);

  /** Makes the claim's next call. */
  public ActionResult execute(Claim claim) {
    ActionCall call = new ActionCall(claim.action(), claim.progress().attempts() + 1, timeout);
    try {
      return ActionResult.of(handler.execute(call));
    } catch (NotExecutedException e) {
      return e.toResult();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new ActionResult.Unknown("INTERRUPTED", "the executor stopped during the call");
    } catch (Throwable e) {
      LOG.debug("handler threw, key={}", claim.key(), e);
      return new ActionResult.Unknown("HANDLER_THREW", e.getClass().getName());
    }
  }

  /** Asks for the claim's latest call. */
  public LookupResult lookUp(Claim claim) {
    // A call of a killed owner left no count.
    int latest = Math.max(1, claim.progress().attempts());
    try {
      return LookupResult.of(handler.lookUp(new ActionCall(claim.action(), latest, timeout)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new LookupResult.Inconclusive("the executor stopped during the look-up");
    } catch (Throwable e) {
      LOG.debug("look-up threw, key={}", claim.key(), e);
      return new LookupResult.Inconclusive(e.getClass().getName());
    }
  }
}
