package dev.actonce.catalog;

import dev.actonce.core.SafetyClass;
import org.jspecify.annotations.Nullable;

/**
 * The hints of the Model Context Protocol's {@code ToolAnnotations} (MCP schema 2025-06-18), as the
 * safety class of a tool tells them.
 *
 * <p>They speak of the tool as it is, without the gate: a repeat inside the window has no further
 * effect, but one after it has, so {@code keyed} is no reason to call a tool idempotent.
 *
 * @param readOnlyHint whether it changes nothing
 * @param destructiveHint whether it may do more than add; null for a read-only tool, where it means
 *     nothing. A class does not tell, so it is the protocol's default, true
 * @param idempotentHint whether a repeat with equal arguments changes nothing more; null for a
 *     read-only tool
 * @param openWorldHint whether it reaches beyond the agent's own system: every tool does
 */
public record ToolHints(
    boolean readOnlyHint,
    @Nullable Boolean destructiveHint,
    @Nullable Boolean idempotentHint,
    boolean openWorldHint) {
  /** The hints of a class. */
  public static ToolHints of(SafetyClass safety) {
    return switch (safety) {
      case READ_ONLY -> new ToolHints(true, null, null, true);
      case IDEMPOTENT -> new ToolHints(false, true, true, true);
      case KEYED, LOOKUP, UNSAFE -> new ToolHints(false, true, false, true);
    };
  }
}
