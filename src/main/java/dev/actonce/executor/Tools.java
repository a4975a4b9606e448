package dev.actonce.executor;

import java.util.Optional;

/** Finds the tool of an action. Thread-safe. */
@FunctionalInterface
public interface Tools {

  /** The tool of this name, or empty when this executor cannot perform it. */
  Optional<BoundTool> find(String action);
}
