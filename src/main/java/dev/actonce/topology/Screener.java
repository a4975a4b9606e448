package dev.actonce.topology;

import dev.actonce.catalog.ArgumentSchema;
import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.gate.Rejection;
import dev.actonce.core.gate.Screening;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Screens intents with the catalog: form, action, key, schema, in this order. Whatever arguments
 * cause becomes a refusal; only a lack of memory is thrown. Thread-safe.
 */
final class Screener {
  private static final ToolPolicy GONE = ToolPolicy.of("gone", SafetyClass.UNSAFE);

  private final Catalog catalog;
  private final Set<String> tenants;

  /**
   * @param tenants are counted by name
   */
  Screener(Catalog catalog, Set<String> tenants) {
    this.catalog = catalog;
    this.tenants = tenants;
  }

  Screening screen(ActionIntent intent, Instant arrivedAt) {
    Optional<Screening.Refused> malformed = Screening.screenForm(intent, arrivedAt);
    if (malformed.isPresent()) {
      return malformed.get();
    }
    Optional<Tool> tool = catalog.find(intent.action());
    if (tool.isEmpty()) {
      return Screening.refuse(intent, null, unknownAction(intent.action()), arrivedAt);
    }
    Screening screening = derive(intent, tool.get().policy(), arrivedAt);
    Optional<ArgumentSchema> schema = tool.get().arguments();
    if (schema.isEmpty() || !isReadable(screening)) {
      return screening;
    }
    IdempotencyKey key =
        screening instanceof Screening.Passed passed ? passed.derived().key() : null;
    return violation(schema.get(), intent.arguments())
        .<Screening>map(
            violation ->
                Screening.refuse(
                    intent,
                    key,
                    new Rejection(Rejection.Code.SCHEMA_VIOLATION, violation),
                    arrivedAt))
        .orElse(screening);
  }

  /** Whether the arguments are fit for a schema, which says best what is missing. */
  private static boolean isReadable(Screening screening) {
    return screening instanceof Screening.Passed
        || (screening instanceof Screening.Refused refused
            && Rejection.Code.MISSING_IDENTITY
                .name()
                .equals(refused.outcome().answer().errorCode()));
  }

  /** A record can only ever cost itself, so nothing that its arguments cause gets out of here. */
  private static Screening derive(ActionIntent intent, ToolPolicy policy, Instant arrivedAt) {
    try {
      return Screening.screen(intent, policy, arrivedAt);
    } catch (RuntimeException | StackOverflowError e) {
      return Screening.refuse(
          intent,
          null,
          new Rejection(Rejection.Code.INVALID_ARGUMENTS, unchecked("a key", e)),
          arrivedAt);
    }
  }

  private static Optional<String> violation(ArgumentSchema schema, String arguments) {
    try {
      return schema.validate(arguments);
    } catch (RuntimeException | StackOverflowError e) {
      return Optional.of(unchecked("the tool's schema", e));
    }
  }

  /** Without a "+", which is linked when it is first run: there may be little stack left. */
  private static String unchecked(String what, Throwable cause) {
    return "the arguments cannot be checked for "
        .concat(what)
        .concat(": ")
        .concat(cause.getClass().getSimpleName());
  }

  /** Refuses an intent whose form is wrong. */
  Screening.Refused refuse(ActionIntent known, String problem, Instant arrivedAt) {
    return Screening.screenForm(known, arrivedAt)
        .orElseGet(
            () ->
                Screening.refuse(
                    known, null, new Rejection(Rejection.Code.INVALID_INTENT, problem), arrivedAt));
  }

  /** Refuses an intent whose handling failed, with ids that fit whatever they are. */
  Screening.Refused refuseUnprocessable(ActionIntent intent, Instant arrivedAt) {
    return Screening.refuse(
        Screening.cut(intent),
        null,
        new Rejection(
            Rejection.Code.UNPROCESSABLE,
            "handling the intent failed at the gate, whose log says why; send other arguments, or"
                + " tell who runs the gate"),
        arrivedAt);
  }

  /** As what it is counted; counters must not grow without bound. */
  Tally.Subject subject(String action, String tenant) {
    return new Tally.Subject(known(action), tenants.contains(tenant) ? tenant : "");
  }

  /** The action's name if it is in the catalog, else empty. */
  String known(String action) {
    return catalog.find(action).isPresent() ? action : "";
  }

  /** The policy of an action that passed. */
  ToolPolicy policy(String action) {
    return catalog.require(action).policy();
  }

  /** The policy of an action that ends; of a tool that left the catalog nothing is known. */
  ToolPolicy closingPolicy(String action) {
    return catalog.find(action).map(Tool::policy).orElse(GONE);
  }

  private Rejection unknownAction(String action) {
    String nearest =
        catalog.nearest(action).map(name -> "; the nearest one is '" + name + "'").orElse("");
    return new Rejection(
        Rejection.Code.UNKNOWN_ACTION, "no tool '" + action + "' in the catalog" + nearest);
  }
}
