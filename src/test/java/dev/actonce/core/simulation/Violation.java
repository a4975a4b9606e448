package dev.actonce.core.simulation;

/** An invariant is broken. */
final class Violation extends AssertionError {
  private static final long serialVersionUID = 1;

  private final Invariant invariant;

  Violation(Invariant invariant, String what) {
    super(invariant + ": " + what);
    this.invariant = invariant;
  }

  Invariant invariant() {
    return invariant;
  }
}
