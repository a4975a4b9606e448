package dev.actonce.topology;

import dev.actonce.catalog.ArgumentSchema;
import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.gate.Rejection;
import dev.actonce.core.gate.Screening;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** Screens intents with the catalog: size, action, key, schema, in this order. Thread-safe. */
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
    Optional<Screening.Refused> tooLarge = Screening.screenSize(intent, arrivedAt);
    if (tooLarge.isPresent()) {
      return tooLarge.get();
    }
    Optional<Tool> tool = catalog.find(intent.action());
    if (tool.isEmpty()) {
      return Screening.refuse(intent, null, unknownAction(intent.action()), arrivedAt);
    }
    Screening screening = Screening.screen(intent, tool.get().policy(), arrivedAt);
    Optional<ArgumentSchema> schema = tool.get().arguments();
    if (!(screening instanceof Screening.Passed passed) || schema.isEmpty()) {
      return screening;
    }
    Optional<String> violation = schema.get().validate(intent.arguments());
    return violation.isEmpty()
        ? passed
        : Screening.refuse(
            intent,
            passed.derived().key(),
            new Rejection(Rejection.Code.SCHEMA_VIOLATION, violation.get()),
            arrivedAt);
  }

  /** Refuses an intent whose form is wrong. */
  Screening.Refused refuse(ActionIntent known, String problem, Instant arrivedAt) {
    return Screening.screenSize(known, arrivedAt)
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
