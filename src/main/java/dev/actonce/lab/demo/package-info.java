/**
 * The demo: a payment provider that loses answers, seeded agent traffic with every usual kind of
 * retry, the same traffic without ActOnce, and the report that compares them. Starts neither Kafka
 * nor a gate nor an executor; the command that wraps it does, and hands in a {@link
 * dev.actonce.lab.demo.Pipeline}. May use {@code catalog} and {@code core}.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.lab.demo;

import org.jspecify.annotations.NullMarked;
