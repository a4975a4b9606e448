package dev.actonce.lab.bench;

import dev.actonce.catalog.Catalog;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.tool.ActionCall;
import dev.actonce.tool.ActionHandler;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A handler that succeeds at once and counts its effects as a provider with idempotency keys does:
 * a second call with the same key has none. Exact, with one bit for each action. Thread-safe.
 */
final class HandlerTarget implements Target, ActionHandler {
  private static final String FIRST_GENERATION = "/1";

  private final Catalog catalog;
  private final BitSet firstGenerations = new BitSet();
  private final Set<String> laterGenerations = new HashSet<>();
  private final BitSet done = new BitSet();
  private long made;
  private long escaped;
  private long repeatedCalls;

  /**
   * @param maxInFlight calls of the tool at once, per executor
   */
  HandlerTarget(int maxInFlight) {
    this.catalog =
        Catalog.parse(
            """
            tools:
              %s:
                safety: keyed
                key: intent
                memory: 24h
                provider_key_ttl: 24h
                max_in_flight: %d
            """
                .formatted(BenchTraffic.ACTION, maxInFlight),
            "bench tools.yaml");
  }

  @Override
  public Catalog catalog() {
    return catalog;
  }

  @Override
  public Map<String, ActionHandler> handlers() {
    return Map.of(BenchTraffic.ACTION, this);
  }

  @Override
  public ActionResult execute(ActionCall call) {
    int number = BenchTraffic.number(call.action().intent());
    count(number, call.providerKey());
    String reference = "ch_" + number;
    return new ActionResult.Succeeded("{\"id\":\"" + reference + "\"}", reference);
  }

  private synchronized void count(int number, String providerKey) {
    if (isRepeat(number, providerKey)) {
      repeatedCalls++;
      return;
    }
    made++;
    if (done.get(number)) {
      escaped++;
    }
    done.set(number);
  }

  private boolean isRepeat(int number, String providerKey) {
    if (!providerKey.endsWith(FIRST_GENERATION)) {
      return !laterGenerations.add(providerKey);
    }
    boolean known = firstGenerations.get(number);
    firstGenerations.set(number);
    return known;
  }

  @Override
  public synchronized Effects effects() {
    return new Effects(made, escaped, repeatedCalls);
  }

  @Override
  public void close() {}
}
