package dev.actonce.fuzz;

import dev.actonce.fuzz.HostileRecord.Due;
import dev.actonce.fuzz.HostileRecord.Kind;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** What is sent and not yet answered, and what became of the rest. Thread-safe. */
final class Accounts {
  /** A place in a topic. */
  record At(TopicPartition partition, long offset) {}

  /** One that waits for its answer. */
  static final class Open {
    private final HostileRecord record;
    private final long sentAtNanos;
    private @Nullable At at;
    private boolean isAnswered;

    private Open(HostileRecord record, long sentAtNanos) {
      this.record = record;
      this.sentAtNanos = sentAtNanos;
    }

    @Override
    public String toString() {
      return "record " + record.number() + " (" + record.kind() + ") at " + at;
    }
  }

  private static final int MAX_EARLY = 10_000;

  private final Map<String, Deque<Open>> byRequest = new HashMap<>();
  private final Map<At, Open> byPlace = new LinkedHashMap<>();

  /**
   * Dead letters of records whose acknowledgement is still on its way, or of whom none is due. More
   * than the former can be is kept, and no more.
   */
  private final Map<At, String> early =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<At, String> eldest) {
          return size() > MAX_EARLY;
        }
      };

  private final Map<Kind, Long> sent = new EnumMap<>(Kind.class);
  private final Map<String, Long> statuses = new TreeMap<>();
  private final Map<String, Long> reasons = new TreeMap<>();
  private long answered;
  private long deadLettered;
  private long refusedByBroker;
  private int open;
  private final NavigableMap<Long, Long> goodMs = new TreeMap<>();

  synchronized Open sending(HostileRecord record, long nowNanos) {
    Open sending = new Open(record, nowNanos);
    sent.merge(record.kind(), 1L, Long::sum);
    open++;
    String requestId = record.requestId();
    if (record.due() == Due.ANSWER && requestId != null) {
      byRequest.computeIfAbsent(requestId, id -> new ArrayDeque<>()).add(sending);
    }
    return sending;
  }

  /** The broker has it. */
  synchronized void acknowledged(Open sending, At at) {
    sending.at = at;
    if (sending.record.due() == Due.NOTHING) {
      end(sending);
    } else if (early.remove(at) != null) {
      deadLettered++;
      end(sending);
    } else if (!sending.isAnswered) {
      byPlace.put(at, sending);
    }
  }

  /** The broker does not take it: it has cost nobody anything. */
  synchronized void refusedByBroker(Open sending) {
    refusedByBroker++;
    end(sending);
  }

  /** An outcome that the pipeline wrote. */
  synchronized void outcome(String requestId, String status, String detail, long nowNanos) {
    statuses.merge((status + " " + detail).strip(), 1L, Long::sum);
    Deque<Open> waiting = byRequest.get(requestId);
    Open oldest = waiting == null ? null : waiting.peek();
    if (oldest == null || (oldest.record.kind() == Kind.GOOD && !status.equals("SUCCEEDED"))) {
      return;
    }
    answered++;
    if (oldest.record.kind() == Kind.GOOD) {
      goodMs.merge((nowNanos - oldest.sentAtNanos) / 1_000_000, 1L, Long::sum);
    }
    end(oldest);
  }

  synchronized void deadLetter(At at, String reason) {
    reasons.merge(reason, 1L, Long::sum);
    Open waiting = byPlace.get(at);
    if (waiting != null) {
      deadLettered++;
      end(waiting);
    } else {
      early.put(at, reason);
    }
  }

  /** What came before does not count. */
  synchronized void forgetGoods() {
    goodMs.clear();
  }

  private void end(Open ended) {
    if (ended.isAnswered) {
      return;
    }
    ended.isAnswered = true;
    open--;
    if (ended.at != null) {
      byPlace.remove(ended.at);
    }
    String requestId = ended.record.requestId();
    Deque<Open> waiting = requestId == null ? null : byRequest.get(requestId);
    if (requestId != null && waiting != null) {
      waiting.remove(ended);
      if (waiting.isEmpty()) {
        byRequest.remove(requestId);
      }
    }
    notifyAll();
  }

  /** Waits until fewer than so many are open; false when nothing ended within the time. */
  synchronized boolean awaitFewerThan(int limit, long patienceMs) throws InterruptedException {
    while (open >= limit) {
      int before = open;
      wait(patienceMs);
      if (open >= before && open >= limit) {
        return false;
      }
    }
    return true;
  }

  /** The oldest that have no answer, for people. */
  synchronized List<String> oldestOpen(int count) {
    return Stream.concat(
            byPlace.values().stream(), byRequest.values().stream().flatMap(Deque::stream))
        .distinct()
        .sorted(Comparator.comparingLong(each -> each.record.number()))
        .limit(count)
        .map(Open::toString)
        .toList();
  }

  /**
   * Counts so far.
   *
   * @param statuses outcomes of the pipeline, those of refusals with their codes
   * @param goods how long good intents took to succeed
   */
  record Totals(
      Map<Kind, Long> sent,
      Map<String, Long> statuses,
      Map<String, Long> reasons,
      long answered,
      long deadLettered,
      long refusedByBroker,
      int open,
      Waits goods) {}

  /**
   * Waits in milliseconds.
   *
   * @param counts how many waited so long
   */
  record Waits(NavigableMap<Long, Long> counts) {
    long count() {
      return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** What so many of a hundred did not exceed; 0 without any. */
    long percentile(double percent) {
      long left = (long) Math.ceil(count() * percent / 100);
      for (Map.Entry<Long, Long> each : counts.entrySet()) {
        left -= each.getValue();
        if (left <= 0) {
          return each.getKey();
        }
      }
      return 0;
    }

    long worst() {
      return counts.isEmpty() ? 0 : counts.lastKey();
    }
  }

  synchronized Totals totals() {
    return new Totals(
        new EnumMap<>(sent),
        new TreeMap<>(statuses),
        new TreeMap<>(reasons),
        answered,
        deadLettered,
        refusedByBroker,
        open,
        new Waits(new TreeMap<>(goodMs)));
  }
}
