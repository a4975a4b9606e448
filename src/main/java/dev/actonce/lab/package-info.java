/**
 * What measures and breaks a pipeline: benchmark, chaos runs, demo, and the launcher of their
 * processes. May use every package but {@code cli}; no product package may use it.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.lab;

import org.jspecify.annotations.NullMarked;
