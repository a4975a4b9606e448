/**
 * ActOnce: agents that act exactly once. Sub-packages hold the parts; {@code ArchitectureTest}
 * holds which part may use which.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce;

import org.jspecify.annotations.NullMarked;
