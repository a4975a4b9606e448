package dev.actonce.core.gate;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.Fingerprint;
import dev.actonce.core.KeyKind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The admitted publish, as far as later ones are compared with it.
 *
 * @param generation which admission of the key
 * @param keyKind how the key was derived
 * @param fingerprint hash of the identity fields
 * @param requestId the publish
 * @param intentId as published
 * @param toolCallId as published
 * @param run as published
 * @param admittedAt its arrival time
 */
public record Original(
    int generation,
    KeyKind keyKind,
    Fingerprint fingerprint,
    String requestId,
    @Nullable String intentId,
    @Nullable String toolCallId,
    @Nullable String run,
    @Nullable Instant admittedAt) {

  static Original of(Arrival arrival, int generation) {
    ActionIntent intent = arrival.intent();
    return new Original(
        generation,
        arrival.derived().kind(),
        arrival.derived().fingerprint(),
        intent.requestId(),
        intent.intentId(),
        intent.toolCallId(),
        intent.scope().run(),
        arrival.arrivedAt());
  }
}
