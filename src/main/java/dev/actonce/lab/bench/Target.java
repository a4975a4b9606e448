package dev.actonce.lab.bench;

import dev.actonce.catalog.Catalog;
import dev.actonce.tool.ActionHandler;
import java.util.Map;

/** Where the effects happen, and who counts them. */
sealed interface Target extends AutoCloseable permits HandlerTarget, ProviderTarget {
  /** The one tool, {@link BenchTraffic#ACTION}. */
  Catalog catalog();

  /** Handlers by action, of tools that are not called over HTTP. */
  Map<String, ActionHandler> handlers();

  /** The effects so far. */
  Effects effects();

  @Override
  void close();

  /**
   * Effects as the outside world sees them.
   *
   * @param made effects in all
   * @param escaped effects beyond the first one of an action
   * @param repeatedCalls calls whose provider key was known, and which had no effect
   */
  record Effects(long made, long escaped, long repeatedCalls) {}
}
