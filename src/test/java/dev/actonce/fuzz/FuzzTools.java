package dev.actonce.fuzz;

import dev.actonce.catalog.Catalog;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.tool.ActionCall;
import dev.actonce.tool.ActionHandler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Tools as users write them, patterns and all, and a provider that answers as no provider may. */
final class FuzzTools {
  /** Serves who is no attacker. */
  static final String GOOD = "good";

  /** Those that are attacked. Their memory is short, so that the state of a long run is bounded. */
  static final List<String> NAMES = List.of("charge", "mail", "tree", "free", "per_call", "exact");

  private static final String YAML =
      """
      tools:
        good: { safety: idempotent, window: 60s, memory: 60s }
        free: { safety: idempotent, key: fingerprint, window: 60s, memory: 60s }
        per_call: { safety: idempotent, key: tool_call, window: 60s, memory: 60s }
        exact:
          safety: idempotent
          window: 60s
          memory: 60s
          identity: [customer, amount]
          sets: [tags]
          instants: [at]
        charge:
          safety: keyed
          window: 60s
          memory: 60s
          identity: [customer, amount]
          retry: { attempts: 2, backoff: 50ms..100ms }
          arguments:
            type: object
            required: [customer, amount]
            properties:
              customer: { type: string, maxLength: 100, pattern: "^c[0-9]+$" }
              amount: { type: number, multipleOf: 0.01, exclusiveMinimum: 0 }
              tags: { type: array, uniqueItems: true, maxItems: 5000 }
        mail:
          safety: idempotent
          window: 60s
          memory: 60s
          retry: { attempts: 2, backoff: 50ms..100ms }
          arguments:
            type: object
            properties:
              to:
                type: string
                pattern: "^([a-zA-Z0-9_.+-]+)+@([a-zA-Z0-9-]+[.])+[a-zA-Z]{2,}$"
              at: { type: string, format: date-time }
              amount: { type: integer, multipleOf: 3 }
        tree:
          safety: read_only
          window: 60s
          memory: 60s
          arguments:
            $ref: "#/$defs/node"
            $defs:
              node:
                type: object
                properties:
                  child: { $ref: "#/$defs/node" }
                  tags: { type: array, uniqueItems: true }
                  amount: { type: number, multipleOf: 7 }
                anyOf:
                  - { required: [child] }
                  - { required: [customer] }
                  - { maxProperties: 1 }
      """;

  private FuzzTools() {}

  static Catalog catalog() {
    return Catalog.parse(YAML, "fuzz");
  }

  static Map<String, ActionHandler> handlers() {
    Map<String, ActionHandler> handlers = new LinkedHashMap<>();
    NAMES.forEach(name -> handlers.put(name, FuzzTools::answer));
    handlers.put(GOOD, call -> new ActionResult.Succeeded("{\"ok\":true}", "ref"));
    return handlers;
  }

  /** The same for each run, whatever the order of the calls. */
  @SuppressWarnings("NullAway") // A handler of somebody else may well return null.
  private static ActionResult answer(ActionCall call) {
    SplittableRandom random = new SplittableRandom(call.providerKey().hashCode());
    int kind = random.nextInt(1_000);
    String text = HostileText.of(random);
    if (kind >= 50 || call.attempt() > 2) { // No doubt lasts: its claim would stay in memory.
      return new ActionResult.Succeeded("{\"id\":1}", "ref");
    }
    return switch (kind) {
      case 0 -> throw new IllegalStateException(text);
      case 1 -> throw new StackOverflowError(text);
      case 2 -> null;
      case 3 -> new ActionResult.Unknown(text, text);
      case 4 -> new ActionResult.Succeeded("x".repeat(1024 * 1024), "ref");
      case 5 -> new ActionResult.Succeeded("[".repeat(20_000), text);
      case 6, 7, 8, 9 -> new ActionResult.Failed("BUSY", text, ActionResult.Retry.LATER);
      default ->
          kind % 2 == 0
              ? new ActionResult.Failed(text, text, ActionResult.Retry.NEVER)
              : new ActionResult.Succeeded(text, text);
    };
  }
}
