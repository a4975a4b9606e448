package dev.actonce.testkit;

import dev.actonce.client.Intent;

/**
 * The agent's side of a tool: how a call that a model makes becomes an intent. Put the code under
 * contract that your agents really run: whether it derives the same key for a retry, and another
 * one for another action, is half of what the suite checks. Called from several threads at once.
 */
@FunctionalInterface
public interface Agent {
  /**
   * The intent of one try of a call. A retry is a call of its own, with the same session and
   * equivalent arguments.
   */
  Intent intend(AgentCall call);
}
