package dev.actonce.core;

/** The catalog's {@code key} setting. */
public enum KeyChoice {
  /** {@link KeyKind#INTENT} when the intent has an intentId, else {@link KeyKind#FINGERPRINT}. */
  AUTO,
  /** Always the business id; an intent without one is rejected. */
  INTENT,
  /** Always the tool call id; an intent without one is rejected. */
  TOOL_CALL,
  /** Always the fingerprint. */
  FINGERPRINT
}
