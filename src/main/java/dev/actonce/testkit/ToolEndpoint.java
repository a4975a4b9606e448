package dev.actonce.testkit;

import java.nio.file.Path;

/**
 * Where a handler under contract reaches its target, and where it may keep state.
 *
 * @param host of the fault proxy
 * @param port of the fault proxy
 * @param directory survives the executor's process; deleted after the suite
 */
public record ToolEndpoint(String host, int port, Path directory) {}
