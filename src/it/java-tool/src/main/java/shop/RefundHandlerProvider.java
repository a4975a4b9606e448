package shop;

import dev.actonce.tool.ActionHandler;
import dev.actonce.tool.ActionHandlerProvider;
import java.nio.file.Path;

// snippet: RefundHandlerProvider
/** Found by java.util.ServiceLoader. */
public final class RefundHandlerProvider implements ActionHandlerProvider {
  @Override
  public String action() {
    return "refund"; // Its name in tools.yaml.
  }

  @Override
  public ActionHandler create() {
    return new RefundHandler(Path.of(System.getenv().getOrDefault("REFUND_LEDGER", "refunds")));
  }
}
// end snippet
