/**
 * The contract kit: a JUnit suite that proves, tool by tool, that a lost answer is survived; and a
 * fault proxy with a counting backend for every other language. For test class paths: nothing but
 * {@code cli}, for its {@code fault-proxy} command, may use it. May use every package but {@code
 * cli}.
 *
 * <p>The suite needs the JUnit Jupiter API, which this project provides to nobody: a user's own
 * test scope has it.
 *
 * <p>API: public.
 */
@NullMarked
package dev.actonce.testkit;

import org.jspecify.annotations.NullMarked;
