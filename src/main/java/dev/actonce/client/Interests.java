package dev.actonce.client;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.outcome.OutcomeEvent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Everyone who wants outcome events: waiting publications, found by requestId or key, and
 * listeners. Thread-safe; futures are completed and listeners are called outside its lock.
 */
final class Interests {
  private final int maxWaiting;
  private final OutcomeTopic topic;
  private final Assignments assignments;
  private final Map<String, Waiting> byRequestId = new HashMap<>();
  private final Map<IdempotencyKey, Set<Waiting>> byKey = new HashMap<>();
  private final List<Subscriber> subscribers = new CopyOnWriteArrayList<>();
  private boolean closed;

  /** A watch with the partitions that it holds and the key under which it is found. */
  private static final class Waiting {
    private final PendingPublish watch;
    private Set<Integer> held;
    private @Nullable IdempotencyKey key;

    private Waiting(PendingPublish watch, Set<Integer> held) {
      this.watch = watch;
      this.held = held;
    }
  }

  Interests(int maxWaiting, OutcomeTopic topic, Assignments assignments) {
    this.maxWaiting = maxWaiting;
    this.topic = topic;
    this.assignments = assignments;
  }

  /**
   * Registers a publish. Takes over the partitions that it holds.
   *
   * @throws ActOnceException if too many wait, or the client is closed; the partitions are released
   */
  synchronized void add(PendingPublish watch, Set<Integer> held) {
    if (closed || byRequestId.size() >= maxWaiting) {
      assignments.release(held);
      throw closed ? closedException() : full();
    }
    Waiting waiting = new Waiting(watch, held);
    byRequestId.put(watch.requestId(), waiting);
    index(waiting);
  }

  /** Fails if the client is closed. */
  synchronized void requireOpen() {
    if (closed) {
      throw closedException();
    }
  }

  /** Registers a listener. Takes over the partitions that it holds. */
  synchronized void add(Subscriber subscriber) {
    if (closed) {
      assignments.release(subscriber.held());
      throw closedException();
    }
    subscribers.add(subscriber);
  }

  void remove(Subscriber subscriber) {
    if (subscribers.remove(subscriber)) {
      assignments.release(subscriber.held());
    }
  }

  /** Ends the wait of one publish, whether or not it is registered. */
  void forget(PendingPublish watch, String why) {
    synchronized (this) {
      Waiting waiting = byRequestId.get(watch.requestId());
      if (waiting != null) {
        drop(waiting);
      }
    }
    watch.abandon(why);
  }

  /** Gives one event to everyone whom it concerns. Called by the reader's thread only. */
  void accept(OutcomeEvent event) {
    for (Waiting waiting : concerned(event)) {
      if (waiting.watch.offer(event)) {
        refresh(waiting);
      }
    }
    for (Subscriber subscriber : subscribers) {
      subscriber.tell(event);
    }
  }

  /** Ends every wait; later registrations are refused. */
  void close() {
    List<Waiting> open;
    synchronized (this) {
      closed = true;
      open = List.copyOf(byRequestId.values());
      open.forEach(this::drop);
      subscribers.clear();
    }
    open.forEach(waiting -> waiting.watch.abandon("the client was closed"));
  }

  /** Ends every wait with an error, as no outcome can be read; listeners stay. */
  void failAll(ActOnceException why) {
    List<Waiting> open;
    synchronized (this) {
      open = List.copyOf(byRequestId.values());
      open.forEach(this::drop);
    }
    open.forEach(waiting -> waiting.watch.fail(why));
  }

  private synchronized Set<Waiting> concerned(OutcomeEvent event) {
    Set<Waiting> found = new LinkedHashSet<>();
    addIfWaiting(found, event.about().requestId());
    String original = event.about().originalRequestId();
    if (original != null) {
      addIfWaiting(found, original);
    }
    if (event.key() != null) {
      found.addAll(byKey.getOrDefault(event.key(), Set.of()));
    }
    return found;
  }

  private void addIfWaiting(Set<Waiting> found, String requestId) {
    Waiting waiting = byRequestId.get(requestId);
    if (waiting != null) {
      found.add(waiting);
    }
  }

  /** After news: it may be done, know its key, or need fewer partitions. */
  private synchronized void refresh(Waiting waiting) {
    if (byRequestId.get(waiting.watch.requestId()) != waiting) {
      return;
    }
    if (waiting.watch.isDone()) {
      drop(waiting);
      return;
    }
    index(waiting);
    Set<Integer> needed = topic.partitionsOf(waiting.watch);
    Set<Integer> spare = new HashSet<>(waiting.held);
    spare.removeAll(needed);
    waiting.held = new HashSet<>(waiting.held);
    waiting.held.removeAll(spare);
    assignments.release(spare);
  }

  private void index(Waiting waiting) {
    IdempotencyKey key = waiting.watch.key().orElse(null);
    if (key != null && !key.equals(waiting.key)) {
      unindex(waiting);
      byKey.computeIfAbsent(key, k -> new LinkedHashSet<>()).add(waiting);
      waiting.key = key;
    }
  }

  private void unindex(Waiting waiting) {
    if (waiting.key != null) {
      byKey.computeIfPresent(
          waiting.key,
          (key, all) -> {
            all.remove(waiting);
            return all.isEmpty() ? null : all;
          });
    }
  }

  private void drop(Waiting waiting) {
    byRequestId.remove(waiting.watch.requestId());
    unindex(waiting);
    assignments.release(waiting.held);
  }

  private ActOnceException full() {
    return new ActOnceException(
        ErrorCode.OVERLOADED,
        maxWaiting
            + " publications wait for their outcome, which is this client's maxWaiting; nothing was"
            + " published. Await them, call stopWaiting() on those that nobody awaits, or raise"
            + " maxWaiting");
  }

  static ActOnceException closedException() {
    return new ActOnceException(
        ErrorCode.CLOSED,
        "this client is closed; build another one. Publishing the same intent again is safe");
  }
}
