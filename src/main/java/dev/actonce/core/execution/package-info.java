/**
 * The decision what an executor does next with a claimed action. Pure.
 *
 * <p>API: public.
 */
@NullMarked
package dev.actonce.core.execution;

import org.jspecify.annotations.NullMarked;
