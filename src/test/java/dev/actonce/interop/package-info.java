/** Clients that are not ours, on the real pipeline: Node agents and kcat. */
@NullMarked
package dev.actonce.interop;

import org.jspecify.annotations.NullMarked;
