package dev.actonce.core.suspect;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.KeyChoice;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.suspect.SuspectedDuplicate.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides which admitted actions look like one action under several keys. It only reports: the keys
 * differ, so nothing proves that they are the same wish, and none of them is held back.
 */
public final class Suspicion {
  private Suspicion() {}

  /**
   * What is known after a sighting.
   *
   * @param next to be kept for the fingerprint
   * @param report to be told; null when this key was seen before, or is the only one in the window
   */
  public record Observation(SuspectedDuplicate next, @Nullable SuspectedDuplicate report) {}

  /** Whether equal actions of this tool under different keys are to be reported. */
  public static boolean watches(ToolPolicy policy) {
    return switch (policy.key().repeats()) {
      case MEANT -> false;
      case SUSPICIOUS -> true;
      case BY_CLASS ->
          policy.safety().sideEffecting() && policy.key().choice() != KeyChoice.TOOL_CALL;
    };
  }

  /** An admitted action as the first sighting of its fingerprint. */
  public static SuspectedDuplicate first(ApprovedAction action) {
    ActionIntent intent = action.intent();
    Sighting sighting =
        new Sighting(
            action.key(),
            intent.requestId(),
            intent.scope().session(),
            intent.scope().run(),
            intent.scope().agent(),
            intent.intentId(),
            intent.toolCallId(),
            action.admittedAt());
    return new SuspectedDuplicate(
        action.fingerprint(),
        intent.action(),
        intent.scope().tenant(),
        1,
        action.admittedAt(),
        List.of(sighting));
  }

  /**
   * Adds a sighting to what was seen of its fingerprint. Sightings may come late and twice.
   *
   * @param before what was kept; null if nothing
   * @param seen the sighting, as {@link #first} makes it
   * @param window how close together two admissions must be, exclusive
   */
  public static Observation observe(
      @Nullable SuspectedDuplicate before, SuspectedDuplicate seen, Duration window) {
    Sighting latest = seen.latest();
    if (before == null) {
      return new Observation(seen, null);
    }
    if (!continues(before, latest.admittedAt(), window)) {
      // A late one must not make a newer one forgotten.
      boolean isLate = latest.admittedAt().isBefore(before.latest().admittedAt());
      return new Observation(isLate ? before : seen, null);
    }
    Optional<Sighting> known =
        before.sightings().stream().filter(s -> s.key().equals(latest.key())).findFirst();
    List<Sighting> sightings = new ArrayList<>(before.sightings());
    known.ifPresent(sightings::remove);
    sightings.add(known.map(old -> later(old, latest)).orElse(latest));
    sightings.sort(Comparator.comparing(Sighting::admittedAt));
    int surplus = Math.max(0, sightings.size() - SuspectedDuplicate.MAX_SIGHTINGS);
    SuspectedDuplicate next =
        new SuspectedDuplicate(
            seen.fingerprint(),
            seen.action(),
            seen.tenant(),
            before.keys() + (known.isPresent() ? 0 : 1),
            earlier(before.firstAt(), latest.admittedAt()),
            sightings.subList(surplus, sightings.size()));
    return new Observation(next, known.isPresent() ? null : next);
  }

  /** Whether it is within the window of one of them. */
  private static boolean continues(SuspectedDuplicate before, Instant at, Duration window) {
    return before.sightings().stream()
        .map(sighting -> Duration.between(sighting.admittedAt(), at).abs())
        .anyMatch(apart -> apart.compareTo(window) < 0);
  }

  private static Sighting later(Sighting one, Sighting other) {
    return other.admittedAt().isAfter(one.admittedAt()) ? other : one;
  }

  private static Instant earlier(Instant one, Instant other) {
    return other.isBefore(one) ? other : one;
  }
}
