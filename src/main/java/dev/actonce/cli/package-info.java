/**
 * The command line: commands, options and texts. The only place that ends the process or writes to
 * standard output. May use every package; of {@code testkit} only the fault proxy.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.cli;

import org.jspecify.annotations.NullMarked;
