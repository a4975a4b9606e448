/**
 * The contract kit: a JUnit suite that proves, tool by tool, that a lost answer is survived; and a
 * fault proxy with a counting backend for every other language. For test class paths: nothing but
 * {@code cli}, for its {@code fault-proxy} command, may use it. May use every package but {@code
 * lab} and {@code cli}.
 *
 * <p>The suite needs the JUnit Jupiter API, which this project provides to nobody: a user's own
 * test scope has it.
 *
 * <p>Reading order: a test class with {@link dev.actonce.testkit.ExactlyOnceContract} implements
 * {@link dev.actonce.testkit.ContractSuite} and names a {@link dev.actonce.testkit.ToolContract};
 * {@code ContractRun} runs each {@link dev.actonce.testkit.ContractRow} against it, on a {@code
 * ContractPipeline} or, where time matters, a {@code VirtualPipeline}; {@link
 * dev.actonce.testkit.FaultProxy} does the harm; {@code Diagnosis} says what is wrong with the
 * tool.
 *
 * <p>API: public.
 */
@NullMarked
package dev.actonce.testkit;

import org.jspecify.annotations.NullMarked;
