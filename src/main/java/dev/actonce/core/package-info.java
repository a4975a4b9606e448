/**
 * Values that every part shares. Pure: {@code java.*} and jspecify only; no clock, no I/O.
 *
 * <p>API: public.
 */
@NullMarked
package dev.actonce.core;

import org.jspecify.annotations.NullMarked;
