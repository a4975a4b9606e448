package dev.actonce.catalog;

import dev.actonce.core.ToolPolicy;
import java.util.Optional;
import java.util.Set;

/**
 * One entry of the catalog.
 *
 * @param policy what the decisions need
 * @param description for people and models; empty when not given
 * @param arguments schema of the arguments; without one every JSON object is accepted
 * @param http how it is called; empty when a Java handler does it
 * @param declared names of the settings that the catalog gives, those of blocks with the block's
 *     name before a dot; all others have their defaults
 */
public record Tool(
    ToolPolicy policy,
    String description,
    Optional<ArgumentSchema> arguments,
    Optional<HttpSpec> http,
    Set<String> declared) {
  public Tool {
    declared = Set.copyOf(declared);
  }

  /** A tool of which no file tells what was declared. */
  public Tool(
      ToolPolicy policy,
      String description,
      Optional<ArgumentSchema> arguments,
      Optional<HttpSpec> http) {
    this(policy, description, arguments, http, Set.of());
  }

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
