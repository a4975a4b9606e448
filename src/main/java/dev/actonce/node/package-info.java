/**
 * A running gate or executor process: its parts, the doctor's look before it starts, its metrics
 * and health, and its end in reverse order. The only place that composes one. May use every package
 * but {@code embedded}, {@code testkit}, {@code lab} and {@code cli}.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.node;

import org.jspecify.annotations.NullMarked;
