package dev.actonce.client;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeEvent.About;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides which outcome events answer one publish. Pure; takes events in the order of their
 * partition, and needs only those written after the publish's start position.
 *
 * <p>Anybody may publish under this requestId, so it proves nothing. Three kinds of events count:
 *
 * <ol>
 *   <li>an answer that carries the hash of this publish's reply token;
 *   <li>an event about the action, under the key that is known here, that names this publish: as
 *       the admitted one, or as the answered one without any hash. Whoever made the gate write it,
 *       it tells the truth about that key;
 *   <li>once one of these told the admission, any event about the action of the same admission,
 *       because the gate closes an action towards its latest duplicate only. Such an event may also
 *       precede the answer, so ends and doubts of the key are kept until then.
 * </ol>
 *
 * <p>CONFLICT and REJECTED say nothing about the action, so they need the hash, and never follow
 * another answer. Writers of older versions know no hash; their answers count if they repeat all
 * that the intent said of itself ({@code adr/0017-reply-tokens.md} has the reasons).
 *
 * <p>Nothing older can answer: a requestId is new with each publish, and an admission is the pair
 * of generation and admitted publish.
 */
final class OutcomeMatcher {
  /** Most admissions of one key that are kept before the answer; the oldest is dropped. */
  static final int MAX_CANDIDATES = 16;

  private final About asked;
  private @Nullable IdempotencyKey key;
  private @Nullable Admission admission;
  private @Nullable OutcomeEvent latest;
  private final Map<Admission, OutcomeEvent> candidates = new LinkedHashMap<>();

  /**
   * @param asked what a direct answer repeats of this publish
   * @param key the action's key, if it can be derived here
   */
  OutcomeMatcher(About asked, @Nullable IdempotencyKey key) {
    this.asked = asked;
    this.key = key;
  }

  /** The newest event that speaks for this publish. */
  Optional<OutcomeEvent> latest() {
    return Optional.ofNullable(latest);
  }

  /** The key; the word of a proven answer replaces the one that was derived here. */
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
    if (!Admission.isAboutAction(event)) {
      return latest == null && isProven(event) && answer(event);
    }
    if (admission != null) {
      return isOfKey(event) && admission.isSameAs(Admission.of(event)) && answer(event);
    }
    if (isProven(event) || (isOfKey(event) && names(event.about()))) {
      return admitted(event);
    }
    if (isOfKey(event)) {
      keep(event);
    }
    return false;
  }

  /** Whether it answers this publish, and no other under the same requestId. */
  private boolean isProven(OutcomeEvent event) {
    About about = event.about();
    ReplyHash hash = about.replyHash();
    return asked.requestId().equals(about.requestId())
        && (hash == null ? repeats(event) : hash.equals(asked.replyHash()));
  }

  /** Whether an answer without any word on hashes says the same of the intent as the intent. */
  private boolean repeats(OutcomeEvent event) {
    About about = event.about();
    About same = about.withOriginal(asked.originalRequestId()).withReplyHash(asked.replyHash());
    return same.equals(asked) && (key == null || event.key() == null || isOfKey(event));
  }

  private boolean names(About about) {
    boolean hashless = about.replyHash() == null || about.replyHash().equals(ReplyHash.NONE);
    return asked.requestId().equals(about.originalRequestId())
        || (hashless && asked.requestId().equals(about.requestId()));
  }

  private boolean isOfKey(OutcomeEvent event) {
    return key != null && key.equals(event.key());
  }

  /** The event tells which admission this publish belongs to. */
  private boolean admitted(OutcomeEvent event) {
    Admission named = Admission.of(event);
    admission = named;
    boolean news = answer(event);
    for (OutcomeEvent candidate : candidates.values()) {
      news |= isOfKey(candidate) && named.isSameAs(Admission.of(candidate)) && answer(candidate);
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
