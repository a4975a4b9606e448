/**
 * The worker that performs approved actions: a poll loop that carries out the decisions of {@code
 * core.execution}. May use core, catalog, config, kafka, wire, metrics and tool.
 *
 * <p>Reading order: {@link dev.actonce.executor.ExecutorApp} starts a {@code Worker}; its loop
 * fills a {@code Batch} through {@code Executions}; {@code Ledger} commits the batch in one
 * transaction; {@code Calls} runs what may run after that commit.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.executor;

import org.jspecify.annotations.NullMarked;
