/**
 * What operators and their tools do with a pipeline: see and settle doubts, read suspects and the
 * history. May use what {@code client} may, and {@code client}, which never uses it.
 *
 * <p>Reading order: {@link dev.actonce.client.operator.Operator} is the only door; {@link
 * dev.actonce.client.operator.Doubts} finds each {@link dev.actonce.client.operator.OpenClaim} by
 * {@code ClaimsView} and settles it; {@link dev.actonce.client.operator.PipelineHistory} and {@link
 * dev.actonce.client.operator.Suspects} read what the topics still have.
 *
 * <p>API: public.
 */
@NullMarked
package dev.actonce.client.operator;

import org.jspecify.annotations.NullMarked;
