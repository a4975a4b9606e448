package dev.actonce.tool;

/**
 * Offers a handler through {@link java.util.ServiceLoader}: name the implementation in {@code
 * META-INF/services/dev.actonce.tool.ActionHandlerProvider}.
 */
public interface ActionHandlerProvider {
  /** Name of the tool in the catalog. A provider of a tool that is not there is left alone. */
  String action();

  /**
   * Makes the handler; called once, at start. A handler that is {@link AutoCloseable} is closed
   * with the executor.
   */
  ActionHandler create();
}
