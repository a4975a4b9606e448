package dev.actonce.catalog;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.annotation.Annotations;
import java.util.List;

/**
 * One check of one document, with a bound on its work and on its depth. Work is counted and not
 * timed, so that the same arguments get the same answer on every machine. Confined to one call.
 *
 * <p>Implementation: the validator calls {@link #evaluationPathAddLast(String)} for each keyword
 * that it applies to a value, and what costs more than a step is charged by {@link MeteredKeyword}.
 */
final class MeteredContext extends ExecutionContext {
  /** Most steps of one check; a step takes less than a microsecond. */
  static final int MAX_STEPS = 2_000_000;

  /** Most keywords and places between the root and a value; bounds the stack. */
  private static final int MAX_DEPTH = 600;

  /** Instructions of a regular expression that take about as long as a step. */
  static final int INSTRUCTIONS_PER_STEP = 32;

  /** Names of a path that are compared in a step. */
  private static final int NAMES_PER_STEP = 8;

  private static final int STEPS_PER_ERROR = 12;

  private final List<Error> violations = getErrors();
  private final Annotations annotations = new MeteredAnnotations(this);
  private final int enough;
  private long left = MAX_STEPS;
  private int depth;

  /**
   * @param enough violations after which the check stops
   */
  MeteredContext(int enough) {
    this.enough = enough;
  }

  /** Thrown when {@link #violations()} are enough. */
  static final class EnoughException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** What the document violates, as far as the check came; not what only an alternative does. */
  List<Error> violations() {
    return violations;
  }

  /** Charges for work that is not counted otherwise. */
  void charge(long steps) {
    left -= steps;
    if (left < 0) {
      throw new UncheckableException(
          "they need more than %,d steps; send less, or simplify the tool's schema"
              .formatted(MAX_STEPS));
    }
  }

  /** Charges for comparing as many paths with that of the value at hand. */
  void chargePaths(int paths) {
    charge((long) paths * (1 + depth / NAMES_PER_STEP));
  }

  /** Charges for matching a text. */
  boolean matches(LinearPattern pattern, String text) {
    charge(pattern.work(text.length()) / INSTRUCTIONS_PER_STEP);
    return pattern.matches(text);
  }

  @Override
  public void evaluationPathAddLast(String token) {
    enter();
    super.evaluationPathAddLast(token);
  }

  @Override
  public void evaluationPathAddLast(int token) {
    enter();
    super.evaluationPathAddLast(token);
  }

  @Override
  public void evaluationPathRemoveLast() {
    depth--;
    super.evaluationPathRemoveLast();
  }

  @Override
  public void addError(Error error) {
    charge(STEPS_PER_ERROR);
    super.addError(error);
    if (violations.size() >= enough) {
      throw new EnoughException();
    }
  }

  @Override
  public Annotations getAnnotations() {
    return annotations;
  }

  /** The validator leaves each place that it has entered, also when this throws. */
  private void enter() {
    charge(1);
    if (++depth > MAX_DEPTH) {
      throw new UncheckableException(
          "values and schemas are nested deeper than " + MAX_DEPTH + "; send flatter ones");
    }
  }
}
