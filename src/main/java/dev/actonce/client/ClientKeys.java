package dev.actonce.client;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.KeyChoice;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.Scope;
import dev.actonce.core.key.Derivation;
import dev.actonce.core.key.KeyDeriver;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Derives keys as far as a client can. The gate derives the key again and has the last word.
 *
 * @param catalog the gate's catalog; null when the client has none
 */
record ClientKeys(@Nullable Catalog catalog) {

  /** The key, if the policy of the tool is known here. */
  Optional<IdempotencyKey> known(ActionIntent intent) {
    return tool(intent.action()).flatMap(tool -> derive(intent, tool.policy().key()));
  }

  /** A good guess, which saves a hop in the pipeline when it is right. */
  Optional<IdempotencyKey> hint(ActionIntent intent) {
    return known(intent).or(() -> derive(intent, KeyPolicy.AUTO));
  }

  /**
   * The key of a business id.
   *
   * @throws ActOnceException INVALID_SETTING without a catalog, UNKNOWN_ACTION, or INVALID_INTENT
   *     if the tool's keys do not come from the intentId
   */
  IdempotencyKey ofIntentId(String action, String tenant, String intentId) {
    if (catalog == null) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "status of '"
              + action
              + "' by intentId needs the tool's key policy; give the client's builder a catalog, or"
              + " ask by key");
    }
    KeyChoice choice = catalog.require(action).policy().key().choice();
    if (choice != KeyChoice.AUTO && choice != KeyChoice.INTENT) {
      throw new ActOnceException(
          ErrorCode.INVALID_INTENT,
          "keys of '"
              + action
              + "' come from its "
              + choice
              + ", not from an intentId; ask by key");
    }
    ActionIntent intent =
        ActionIntent.of("status", Scope.ofTenant(tenant), action, "{}").withIntentId(intentId);
    // An intent's key has no arguments in it, so identity fields need not be present.
    KeyPolicy byIntentId = new KeyPolicy(KeyChoice.INTENT, List.of(), Set.of(), Set.of(), Set.of());
    return KeyDeriver.derive(intent, byIntentId)
        .match(
            Derivation.Derived::key,
            underivable -> {
              throw new ActOnceException(ErrorCode.INVALID_INTENT, underivable.message());
            });
  }

  private Optional<Tool> tool(String action) {
    return catalog == null ? Optional.empty() : catalog.find(action);
  }

  private static Optional<IdempotencyKey> derive(ActionIntent intent, KeyPolicy policy) {
    return KeyDeriver.derive(intent, policy)
        .match(derived -> Optional.of(derived.key()), underivable -> Optional.empty());
  }
}
