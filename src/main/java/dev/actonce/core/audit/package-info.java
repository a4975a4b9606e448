/**
 * Compares what a provider did with what agents were told. Pure.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.core.audit;

import org.jspecify.annotations.NullMarked;
