package dev.actonce.catalog;

import dev.actonce.core.ToolPolicy;
import java.util.Optional;

/**
 * One entry of the catalog.
 *
 * @param policy what the decisions need
 * @param description for people and models; empty when not given
 * @param arguments schema of the arguments; without one every JSON object is accepted
 * @param http how it is called; empty when a Java handler does it
 */
public record Tool(
    ToolPolicy policy,
    String description,
    Optional<ArgumentSchema> arguments,
    Optional<HttpSpec> http) {

  /** A tool that a Java handler performs, with any arguments. */
  public static Tool of(ToolPolicy policy) {
    return new Tool(policy, "", Optional.empty(), Optional.empty());
  }

  /** A tool that is called over HTTP, with any arguments. */
  public static Tool of(ToolPolicy policy, HttpSpec http) {
    return new Tool(policy, "", Optional.empty(), Optional.of(http));
  }

  /** The tool's name. */
  public String action() {
    return policy.action();
  }
}
