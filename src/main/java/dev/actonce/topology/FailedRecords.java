package dev.actonce.topology;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Where failures arose, by the very exception: Streams says the position of some in its text, of
 * Errors and of sends that fail later in none. Keeps the newest {@link #KEPT}. Thread-safe.
 */
final class FailedRecords {
  /** More than may be under way at once. */
  static final int KEPT = 64;

  private final Deque<Noted> noted = new ArrayDeque<>();

  /** What the gate was at. */
  enum Step {
    /** It fetched the record. */
    READ,
    /** It worked at it. */
    DECIDE,
    /** It sent what the record led to. */
    WRITE
  }

  /**
   * Where a failure arose.
   *
   * @param at the record at hand; null if the failure is of no single record
   */
  record Place(Step step, @Nullable Position at) {}

  /** A record. */
  record Position(String topic, int partition, long offset) {
    Position(TopicPartition partition, long offset) {
      this(partition.topic(), partition.partition(), offset);
    }

    @Override
    public String toString() {
      return topic + "-" + partition + "@" + offset;
    }
  }

  private record Noted(Throwable failure, Place place) {}

  synchronized void note(Throwable failure, Place place) {
    noted.addLast(new Noted(failure, place));
    if (noted.size() > KEPT) {
      noted.removeFirst();
    }
  }

  /** Where one of these causes was noted. */
  synchronized Optional<Place> of(List<Throwable> causes) {
    return noted.stream()
        .filter(entry -> causes.stream().anyMatch(cause -> cause == entry.failure()))
        .map(Noted::place)
        .findFirst();
  }
}
