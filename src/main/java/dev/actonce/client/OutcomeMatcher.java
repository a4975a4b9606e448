package dev.actonce.client;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.outcome.OutcomeEvent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides which outcome events answer one publish. Pure; takes events in the order of their
 * partition, and needs only those written after the publish's start position.
 *
 * <p>Three kinds of events answer it:
 *
 * <ol>
 *   <li>an event with its requestId;
 *   <li>an event that names it as the admitted publish;
 *   <li>once it was answered IN_PROGRESS or UNKNOWN, any event of the same admission, because the
 *       gate closes an action towards its latest duplicate only. Such an event may also precede the
 *       answer, so ends and doubts of the key are kept until the answer tells the admission.
 * </ol>
 *
 * <p>Nothing older can answer: a requestId is new with each publish, and an admission is the pair
 * of generation and admitted publish. CONFLICT and REJECTED of another publish never answer this
 * one.
 */
final class OutcomeMatcher {
  /** Most admissions of one key that are kept before the answer; the oldest is dropped. */
  static final int MAX_CANDIDATES = 16;

  private final String requestId;
  private @Nullable IdempotencyKey key;
  private @Nullable Admission admission;
  private @Nullable OutcomeEvent latest;
  private final Map<Admission, OutcomeEvent> candidates = new LinkedHashMap<>();

  OutcomeMatcher(String requestId, @Nullable IdempotencyKey key) {
    this.requestId = requestId;
    this.key = key;
  }

  /** The newest event that speaks for this publish. */
  Optional<OutcomeEvent> latest() {
    return Optional.ofNullable(latest);
  }

  /** The key; the event's word replaces the one that was derived here. */
  Optional<IdempotencyKey> key() {
    return Optional.ofNullable(key);
  }

  boolean isAnswered() {
    return latest != null;
  }

  /**
   * Takes one event.
   *
   * @return whether it speaks for this publish and tells something new
   */
  boolean offer(OutcomeEvent event) {
    if (latest != null && latest.status().isFinal()) {
      return false;
    }
    if (event.about().requestId().equals(requestId)) {
      return event.status().isFinal() ? answer(event) : admitted(event);
    }
    if (!Admission.isAboutAction(event)) {
      return false;
    }
    if (requestId.equals(event.about().originalRequestId())) {
      return admitted(event);
    }
    if (key == null || !key.equals(event.key())) {
      return false;
    }
    if (admission == null) {
      keep(event);
      return false;
    }
    return admission.isSameAs(Admission.of(event)) && answer(event);
  }

  /** The event tells which admission this publish belongs to. */
  private boolean admitted(OutcomeEvent event) {
    Admission named = Admission.of(event);
    admission = named;
    boolean news = answer(event);
    for (OutcomeEvent candidate : candidates.values()) {
      news |= named.isSameAs(Admission.of(candidate)) && answer(candidate);
    }
    candidates.clear();
    return news;
  }

  private boolean answer(OutcomeEvent event) {
    if (event.key() != null) {
      key = event.key();
    }
    if (latest != null && Admission.rank(latest) > Admission.rank(event)) {
      return false;
    }
    latest = event;
    return true;
  }

  private void keep(OutcomeEvent event) {
    if (Admission.rank(event) == 0) {
      return;
    }
    candidates.merge(Admission.of(event), event, Admission::prevailing);
    if (candidates.size() > MAX_CANDIDATES) {
      candidates.remove(candidates.keySet().iterator().next());
    }
  }
}
