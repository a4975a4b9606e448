package dev.actonce.core;

/**
 * What a tool offers against double effects; it decides what happens in doubt. In rising order of
 * strictness: the later the constant, the less is done without proof.
 */
public enum SafetyClass {
  /** Has no effect: may run any number of times. */
  READ_ONLY(false),
  /** Running twice equals running once. */
  IDEMPOTENT(false),
  /** Forwards a provider idempotency key, which the provider honours for a declared time. */
  KEYED(true),
  /** Has no key, but can be asked afterwards whether it happened. */
  LOOKUP(true),
  /** Offers neither; doubt waits for a person. */
  UNSAFE(true);

  private final boolean sideEffecting;

  SafetyClass(boolean sideEffecting) {
    this.sideEffecting = sideEffecting;
  }

  /** Whether a second run could be a second effect. */
  public boolean sideEffecting() {
    return sideEffecting;
  }
}
