/**
 * The decision what a publish means: admitted, duplicate, conflict or rejected. Pure.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.core.gate;

import org.jspecify.annotations.NullMarked;
