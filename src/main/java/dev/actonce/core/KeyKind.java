package dev.actonce.core;

/** From what an idempotency key was derived. */
public enum KeyKind {
  /** Tenant, action and the business id. Remembered for the tool's {@code memory}. */
  INTENT,
  /** Tenant, session, action, tool call id and the arguments. Remembered for {@code memory}. */
  TOOL_CALL,
  /** Tenant, session, action and the identity fields. Remembered for {@code window}, sliding. */
  FINGERPRINT
}
