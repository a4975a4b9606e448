package dev.actonce.testkit;

import java.util.ArrayList;
import java.util.List;

/**
 * A rule at work in a {@link FaultProxy}, and every exchange that it was about, whether its fault
 * was used or not. Thread-safe.
 */
public final class Injection {
  /** Exchanges that are kept; more are counted only. */
  private static final int MAX_KEPT = 1_000;

  private final FaultRule rule;
  private final List<Exchange> exchanges = new ArrayList<>();
  private int used;
  private long fired;
  private long seen;

  Injection(FaultRule rule) {
    this.rule = rule;
  }

  /** What it does. */
  public FaultRule rule() {
    return rule;
  }

  /** How often its fault has been done to an answer, or to a request that was dropped. */
  public synchronized long fired() {
    return fired;
  }

  /** How many requests it was about; a request counts when its exchange is over. */
  public synchronized long seen() {
    return seen;
  }

  /** The first exchanges that it was about, oldest first; at most 1,000. */
  public synchronized List<Exchange> exchanges() {
    return List.copyOf(exchanges);
  }

  synchronized boolean isUsedUp() {
    return used >= rule.times();
  }

  synchronized void use() {
    used++;
  }

  synchronized void saw(Exchange exchange, boolean byThisRule) {
    seen++;
    if (byThisRule) {
      fired++;
    }
    if (exchanges.size() < MAX_KEPT) {
      exchanges.add(exchange);
    }
  }
}
