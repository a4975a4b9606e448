package dev.actonce.testkit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a proxy: the first one that matches a request and is not used up decides. Which
 * share of them fires follows from the seed and the order of requests. Thread-safe.
 */
final class Injections {
  /** The part that the wire needs: what to do, and where to report it. */
  record Chosen(Fault fault, long delayMs, @Nullable Injection by, List<Injection> about) {}

  private final List<Injection> all = new CopyOnWriteArrayList<>();
  private final SplittableRandom random;
  private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);
  private long requests;

  Injections(FaultPlan plan, long seed) {
    this.random = new SplittableRandom(seed);
    plan.rules().forEach(this::add);
  }

  Injection add(FaultRule rule) {
    Injection injection = new Injection(rule);
    all.add(injection);
    return injection;
  }

  /**
   * Decides over one request.
   *
   * @param method null on a wire without methods
   * @param text what rules look into
   */
  synchronized Chosen choose(@Nullable String method, String text) {
    List<Injection> about = all.stream().filter(one -> matches(one.rule(), method, text)).toList();
    for (Injection injection : about) {
      FaultRule rule = injection.rule();
      if (!injection.isUsedUp() && (rule.share() >= 1 || random.nextDouble() < rule.share())) {
        injection.use();
        return new Chosen(rule.fault(), rule.delay().toMillis(), injection, about);
      }
    }
    return new Chosen(Fault.PASS, 0, null, about);
  }

  /** Keeps what became of a request. */
  synchronized void done(Chosen chosen, Exchange exchange) {
    requests++;
    faults.merge(exchange.fault(), 1L, Long::sum);
    chosen.about().forEach(one -> one.saw(exchange, one == chosen.by()));
  }

  synchronized String json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("requests", requests);
    ObjectNode byFault = json.putObject("faults");
    for (Fault fault : Fault.values()) {
      byFault.put(fault.text(), faults.getOrDefault(fault, 0L));
    }
    ArrayNode rules = json.putArray("rules");
    for (Injection injection : all) {
      rules
          .addObject()
          .put("fault", injection.rule().fault().text())
          .put("contains", injection.rule().contains())
          .put("seen", injection.seen())
          .put("fired", injection.fired());
    }
    return json.toString();
  }

  private static boolean matches(FaultRule rule, @Nullable String method, String text) {
    return (method == null || rule.methods().contains(method)) && text.contains(rule.contains());
  }
}
