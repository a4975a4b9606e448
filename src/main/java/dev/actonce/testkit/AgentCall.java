package dev.actonce.testkit;

import dev.actonce.client.Intent;

/**
 * One call that a model makes.
 *
 * @param action the tool
 * @param session conversation; the same for the retries of a call
 * @param run one execution of the agent; another one after a restart
 * @param agent who calls
 * @param toolCallId id that the model gave to this try
 * @param arguments JSON text as the model wrote it
 */
public record AgentCall(
    String action, String session, String run, String agent, String toolCallId, String arguments) {
  /** Tenant of every intent of a suite, unless the agent names one. */
  public static final String TENANT = "contract";

  /** An intent with everything that the call says, to which a business id may be added. */
  public Intent.Builder intent() {
    return Intent.action(action)
        .tenant(TENANT)
        .session(session)
        .run(run)
        .agent(agent)
        .toolCallId(toolCallId)
        .arguments(arguments);
  }

  AgentCall retry(String newToolCallId, String newArguments) {
    return new AgentCall(action, session, run, agent, newToolCallId, newArguments);
  }

  AgentCall by(String newAgent, String newRun) {
    return new AgentCall(action, session, newRun, newAgent, toolCallId, arguments);
  }
}
