/** Reads a provider's export for the audit, and tells what the audit found. */
@NullMarked
package dev.actonce.cli.audit;

import org.jspecify.annotations.NullMarked;
