package dev.actonce.kafka.doctor;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What was asked of the cluster: an answer, or why there is none.
 *
 * @param <T> the answer
 */
sealed interface Reading<T> {
  /** Names each case, so that a new one breaks the build wherever they are told apart. */
  <R> R match(
      Function<? super Known<T>, ? extends R> known,
      Function<? super Unknown<T>, ? extends R> unknown);

  /** The answer; empty when there is none. */
  default Optional<T> answer() {
    return match(known -> Optional.of(known.value()), unknown -> Optional.empty());
  }

  /** The cluster answered. */
  record Known<T>(T value) implements Reading<T> {
    @Override
    public <R> R match(
        Function<? super Known<T>, ? extends R> known,
        Function<? super Unknown<T>, ? extends R> unknown) {
      return known.apply(this);
    }
  }

  /** It did not: not allowed, not supported, or not in time. */
  record Unknown<T>(String reason) implements Reading<T> {
    @Override
    public <R> R match(
        Function<? super Known<T>, ? extends R> known,
        Function<? super Unknown<T>, ? extends R> unknown) {
      return unknown.apply(this);
    }
  }

  /**
   * The findings of an answer; a warning when there is none.
   *
   * @param subject what was asked for
   */
  default List<Finding> check(String subject, Function<T, List<Finding>> check) {
    return match(
        known -> check.apply(known.value()),
        unknown ->
            List.of(
                new Finding(
                    Rule.NOT_CHECKED, subject, "possible", "not possible: " + unknown.reason())));
  }
}
