package dev.actonce.testkit;

import java.util.List;
import java.util.Map;

/**
 * Tools and agents that break their contract, one each, as users would put them under contract. Run
 * by {@link NegativeControlsIT} only: their names match no pattern of the build.
 */
final class Plants {
  private Plants() {}

  /** A payment, with a nested argument that makes it another one. */
  static ToolContract.Builder pay(CountingBackend backend) {
    return ToolContract.ofText(
            """
            tools:
              pay:
                safety: keyed
                http:
                  method: POST
                  url: https://payments.example/payments
                  key_header: Idempotency-Key
                  not_executed: [400]
            """,
            "pay")
        .target(backend.address())
        .arguments(
            id ->
                Map.of(
                    "order", id, "amount", 149, "lines", List.of(Map.of("sku", "a", "count", 1))))
        .effects(backend::effects)
        .closing(backend);
  }

  /** As {@link #pay}, performed in Java. */
  static ToolContract.Builder payInJava(
      CountingBackend backend, HandlerFactory factory, Class<?> main) {
    return ToolContract.ofText("tools:\n  pay: { safety: keyed }\n", "pay")
        .target(backend.address())
        .arguments(id -> Map.of("order", id, "amount", 149))
        .effects(backend::effects)
        .handler(factory, ProxyWire.http(), main)
        .closing(backend);
  }
}
