package dev.actonce.executor;

import dev.actonce.core.ToolPolicy;
import dev.actonce.tool.ActionHandler;

/**
 * A tool of the catalog with the handler that performs it.
 *
 * @param policy how it is treated
 * @param handler what performs it
 */
public record BoundTool(ToolPolicy policy, ActionHandler handler) {}
