package dev.actonce.testkit;

/** A tool breaks its contract in a row; the message explains the hole and how to close it. */
public final class ContractViolation extends AssertionError {
  private static final long serialVersionUID = 1L;

  ContractViolation(String message) {
    super(message);
  }
}
