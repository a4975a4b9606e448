package dev.actonce.core.gate;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.key.Derivation.Derived;
import java.time.Instant;

/**
 * An intent that reached the gate with a derivable key.
 *
 * @param intent as published
 * @param derived its key, which the gate derived itself
 * @param arrivedAt arrival time: the broker's append time, never the producer's clock
 */
public record Arrival(ActionIntent intent, Derived derived, Instant arrivedAt) {}
