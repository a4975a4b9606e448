package shop;

import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.LookupResult;
import dev.actonce.tool.ActionCall;
import dev.actonce.tool.ActionHandler;
import dev.actonce.tool.NotExecutedException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

// snippet: RefundHandler
/** Refunds by writing a file per refund, so that this example needs no provider. */
final class RefundHandler implements ActionHandler {
  private final Path ledger;

  RefundHandler(Path ledger) {
    this.ledger = ledger;
  }

  @Override
  public ActionResult execute(ActionCall call) throws IOException {
    if (!Files.isDirectory(ledger)) { // Nothing was written yet, so this is proof.
      throw new NotExecutedException("NO_LEDGER", ledger + " is missing", ActionResult.Retry.LATER);
    }
    try {
      // The provider key is the same for every attempt, so a second one finds the first.
      Files.writeString(entry(call), call.arguments(), StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      // Refunded by an earlier attempt. Any other exception leaves the outcome unknown.
    }
    return succeeded(call);
  }

  @Override
  public LookupResult lookUp(ActionCall call) {
    return Files.exists(entry(call))
        ? new LookupResult.Found(result(call), call.providerKey())
        : new LookupResult.Absent();
  }

  private Path entry(ActionCall call) {
    return ledger.resolve(call.providerKey().replace('/', '.') + ".json");
  }

  private static ActionResult succeeded(ActionCall call) {
    return new ActionResult.Succeeded(result(call), call.providerKey());
  }

  private static String result(ActionCall call) {
    return "{\"refund\":\"" + call.providerKey() + "\"}";
  }
}
// end snippet
