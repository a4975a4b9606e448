package dev.actonce.lab.restore;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.Scope;
import dev.actonce.core.key.Derivation;
import dev.actonce.core.key.KeyDeriver;

/** The actions of a run: each number is one order, with an intent id and so with a key. */
final class Orders {
  static final String ACTION = "place_order";

  /** Its handler is Java and registered with the run's executors. */
  static final String CATALOG =
      """
      tools:
        place_order:
          safety: idempotent
          key: intent
          memory: 24h
          max_in_flight: 256
      """;

  private static final Scope SCOPE = new Scope("restore", null, null, null);

  private Orders() {}

  /** A publish of an order; the same order may be published under many request ids. */
  static ActionIntent publish(int number, String requestId) {
    return ActionIntent.of(
            requestId,
            SCOPE,
            ACTION,
            "{\"order\":" + number + ",\"amount\":149.00,\"currency\":\"EUR\"}")
        .withIntentId("order-" + number);
  }

  static IdempotencyKey key(ActionIntent intent) {
    return KeyDeriver.derive(intent, KeyPolicy.AUTO)
        .match(
            Derivation.Derived::key,
            none -> {
              throw new IllegalStateException("an order always has a key: " + intent.intentId());
            });
  }
}
