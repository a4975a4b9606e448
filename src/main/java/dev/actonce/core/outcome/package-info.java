/**
 * What agents are told: statuses, events and advice. Pure.
 *
 * <p>API: public.
 */
@NullMarked
package dev.actonce.core.outcome;

import org.jspecify.annotations.NullMarked;
