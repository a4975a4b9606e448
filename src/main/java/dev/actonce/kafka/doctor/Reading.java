package dev.actonce.kafka.doctor;

import java.util.List;
import java.util.function.Function;

/**
 * What was asked of the cluster: an answer, or why there is none.
 *
 * @param <T> the answer
 */
sealed interface Reading<T> {
  /** The cluster answered. */
  record Known<T>(T value) implements Reading<T> {}

  /** It did not: not allowed, not supported, or not in time. */
  record Unknown<T>(String reason) implements Reading<T> {}

  /**
   * The findings of an answer; a warning when there is none.
   *
   * @param subject what was asked for
   */
  default List<Finding> check(String subject, Function<T, List<Finding>> check) {
    if (this instanceof Known<T> known) {
      return check.apply(known.value());
    }
    String reason = ((Unknown<T>) this).reason();
    return List.of(new Finding(Rule.NOT_CHECKED, subject, "possible", "not possible: " + reason));
  }
}
