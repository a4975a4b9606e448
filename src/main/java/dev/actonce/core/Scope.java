package dev.actonce.core;

import org.jspecify.annotations.Nullable;

/**
 * Who asks. Tenant and session may be part of a key; run and agent never are, because a restart has
 * a new run.
 *
 * @param tenant isolation boundary, never empty
 * @param session conversation or workflow; absent or empty is the same
 * @param run one execution of the agent
 * @param agent name for people and dashboards
 */
public record Scope(
    String tenant, @Nullable String session, @Nullable String run, @Nullable String agent) {
  public Scope {
    if (tenant.isEmpty()) {
      throw new ActOnceException(
          ErrorCode.INVALID_INTENT, "tenant must not be empty; it isolates one customer's keys");
    }
    session = emptyToNull(session);
    run = emptyToNull(run);
    agent = emptyToNull(agent);
  }

  /** A scope with a tenant only. */
  public static Scope ofTenant(String tenant) {
    return new Scope(tenant, null, null, null);
  }

  static @Nullable String emptyToNull(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }
}
