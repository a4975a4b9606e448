/**
 * Reads a provider's export for the audit, and shows what the audit found.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.cli.audit;

import org.jspecify.annotations.NullMarked;
