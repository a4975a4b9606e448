package dev.actonce.testkit;

import dev.actonce.tool.ActionHandler;

/** Makes the handler of a tool that is performed in Java. */
@FunctionalInterface
public interface HandlerFactory {
  /**
   * Makes a handler; a new one for each executor of the suite. One that is {@link AutoCloseable} is
   * closed with it.
   *
   * @param endpoint where to reach the target: the kit's fault proxy
   */
  ActionHandler open(ToolEndpoint endpoint);
}
