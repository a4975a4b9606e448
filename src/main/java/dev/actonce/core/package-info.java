/**
 * Values that every part shares, and in its subpackages all decisions. Pure: {@code java.*} and
 * jspecify only; no clock, no I/O.
 *
 * <p>Reading order: {@link dev.actonce.core.ActionIntent} is what an agent wishes; {@code core.key}
 * makes an {@link dev.actonce.core.IdempotencyKey} of it, as its {@link
 * dev.actonce.core.ToolPolicy} says; {@code core.gate} decides whether it becomes an {@link
 * dev.actonce.core.ApprovedAction}; {@code core.execution} decides what an executor does with that,
 * and how a {@link dev.actonce.core.Settlement} ends a doubt; {@code core.outcome} is what agents
 * are told.
 *
 * <p>API: public.
 */
@NullMarked
package dev.actonce.core;

import org.jspecify.annotations.NullMarked;
