package dev.actonce.executor;

import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Time and randomness, injected.
 *
 * @param wall wall clock, for due times and event times
 * @param nano monotonic clock, for the lease
 * @param random jitter and claim ids; thread-safe
 */
record Clocks(InstantSource wall, LongSupplier nano, RandomGenerator random) {}
