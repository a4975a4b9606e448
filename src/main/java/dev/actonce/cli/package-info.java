/**
 * The command line and composition root: wires the parts by constructor. The only place that ends
 * the process or writes to standard output. May use every package but {@code testkit}.
 */
@NullMarked
package dev.actonce.cli;

import org.jspecify.annotations.NullMarked;
