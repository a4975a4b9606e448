/**
 * One immutable, validated record of settings per component. May use {@code core}.
 *
 * <p>API: public.
 */
@NullMarked
package dev.actonce.config;

import org.jspecify.annotations.NullMarked;
