/**
 * Micrometer meters and the endpoint that shows them. The names in {@link
 * dev.actonce.metrics.Metric} are a contract with dashboards and alerts. May use {@code core}.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.metrics;

import org.jspecify.annotations.NullMarked;
