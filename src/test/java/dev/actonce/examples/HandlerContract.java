package dev.actonce.examples;

import dev.actonce.testkit.ContractProcess;
import dev.actonce.testkit.ProxyWire;
import dev.actonce.testkit.ToolContract;
import dev.actonce.tool.ActionHandler;
import java.io.IOException;
import java.nio.file.Path;

/** How a handler is put under contract; the marked lines are those of the page on tools in Java. */
final class HandlerContract {
  private HandlerContract() {}

  /** Makes the handler of a provider's host and port. */
  @FunctionalInterface
  interface Payments {
    ActionHandler handler(String host, int port);
  }

  static ToolContract.Builder contract(Payments payments) {
    // snippet: HandlerContract
    return ToolContract.of(Path.of("tools.yaml"), "refund")
        .handler(
            endpoint -> payments.handler(endpoint.host(), endpoint.port()), // The kit's proxy.
            ProxyWire.http(),
            RefundProcess.class);
    // end snippet
  }

  /** The executor that the kit kills. */
  static final class RefundProcess {
    private RefundProcess() {}

    static void serve(String[] arguments, Payments payments) throws IOException {
      ContractProcess.serve(
          arguments, endpoint -> payments.handler(endpoint.host(), endpoint.port()));
    }
  }
}
