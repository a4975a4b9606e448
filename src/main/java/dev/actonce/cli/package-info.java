/**
 * The command line: commands, options and texts. The only place that ends the process or writes to
 * standard output. May use every package.
 */
@NullMarked
package dev.actonce.cli;

import org.jspecify.annotations.NullMarked;
