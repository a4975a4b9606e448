package dev.actonce.testing;

import dev.actonce.core.ToolPolicy;
import dev.actonce.core.gate.Screening;
import java.util.Optional;

/**
 * A catalog of one tool that takes any arguments.
 *
 * @param policy the tool's
 */
public record OneTool(ToolPolicy policy) implements Screening.Rules {
  @Override
  public Optional<ToolPolicy> policy(String action) {
    return Optional.of(policy).filter(known -> known.action().equals(action));
  }

  @Override
  public Optional<String> nearest(String action) {
    return Optional.empty();
  }

  @Override
  public Optional<String> violation(String action, String arguments) {
    return Optional.empty();
  }
}
