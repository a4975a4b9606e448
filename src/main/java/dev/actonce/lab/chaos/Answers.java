package dev.actonce.lab.chaos;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What each confirmed publish was told in the end. Thread-safe. */
final class Answers {
  private final List<Answer> answers = new ArrayList<>();
  private final Map<String, IdempotencyKey> keys = new HashMap<>();
  private long lastEndNanos = System.nanoTime();
  private long longestStallNanos;
  private int pending;

  /** One confirmed publish; without a status it has no final outcome yet. */
  static final class Answer {
    private final String requestId;
    private final Traffic.Action action;
    private final long confirmedNanos = System.nanoTime();
    private @Nullable OutcomeStatus status;

    private Answer(String requestId, Traffic.Action action) {
      this.requestId = requestId;
      this.action = action;
    }
  }

  /**
   * What a publish was told, as the audit wants it.
   *
   * @param status the final one; null when there is none
   */
  record Told(String requestId, Traffic.Action action, @Nullable OutcomeStatus status) {}

  synchronized Answer confirmed(
      String requestId, Traffic.Action action, Optional<IdempotencyKey> key) {
    Answer answer = new Answer(requestId, action);
    answers.add(answer);
    key.ifPresent(known -> keys.put(action.order(), known));
    if (pending == 0) {
      lastEndNanos = System.nanoTime();
    }
    pending++;
    return answer;
  }

  synchronized void ended(Answer answer, OutcomeEvent event) {
    answer.status = event.status();
    pending--;
    long now = System.nanoTime();
    longestStallNanos = Math.max(longestStallNanos, now - lastEndNanos);
    lastEndNanos = now;
  }

  /** How long nothing has ended although something waits; zero when nothing waits. */
  synchronized Duration stall() {
    return pending == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - lastEndNanos);
  }

  synchronized Duration longestStall() {
    return Duration.ofNanos(Math.max(longestStallNanos, stall().toNanos()));
  }

  /** How long the publish that waits longest has waited. */
  synchronized Duration oldestWait() {
    long now = System.nanoTime();
    return Duration.ofNanos(
        answers.stream()
            .filter(answer -> answer.status == null)
            .mapToLong(answer -> now - answer.confirmedNanos)
            .max()
            .orElse(0));
  }

  synchronized int pending() {
    return pending;
  }

  synchronized int confirmed() {
    return answers.size();
  }

  synchronized List<Told> all() {
    return answers.stream().map(a -> new Told(a.requestId, a.action, a.status)).toList();
  }

  /** The key of each order that was published. */
  synchronized Map<String, IdempotencyKey> keys() {
    return Map.copyOf(keys);
  }
}
