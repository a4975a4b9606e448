/**
 * The restore run: a gate with many live keys loses its state directory, and the time until it
 * serves again is measured on a real broker. May use every package but {@code testkit} and {@code
 * cli}.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.lab.restore;

import org.jspecify.annotations.NullMarked;
