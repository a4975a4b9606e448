/**
 * Finds actions that may be one and the same, although their keys differ.
 *
 * <p>API: public.
 */
@NullMarked
package dev.actonce.core.suspect;

import org.jspecify.annotations.NullMarked;
