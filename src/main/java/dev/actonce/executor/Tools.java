package dev.actonce.executor;

import dev.actonce.catalog.Catalog;
import dev.actonce.tool.Handlers;
import java.util.Optional;

/** Finds the tool of an action. Thread-safe. */
@FunctionalInterface
public interface Tools {

  /** The tool of this name, or empty when this executor cannot perform it. */
  Optional<BoundTool> find(String action);

  /** Binds each tool of a catalog to its handler. */
  static Tools of(Catalog catalog, Handlers handlers) {
    return action ->
        catalog
            .find(action)
            .map(tool -> new BoundTool(tool.policy(), handlers.require(tool.action())));
  }
}
