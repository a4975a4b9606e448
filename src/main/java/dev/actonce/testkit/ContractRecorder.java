package dev.actonce.testkit;

import java.nio.file.Path;

/**
 * Keeps the result of a passed suite. Found by {@link java.util.ServiceLoader}: name the
 * implementation in {@code META-INF/services/dev.actonce.testkit.ContractRecorder}. Called once per
 * passed suite, after its last row, on the thread that ran it.
 */
public interface ContractRecorder {
  /**
   * Keeps a result; an exception fails the suite.
   *
   * @param result what was proved
   * @param directory where {@link ExactlyOnceContract#record} wants it; it may not exist yet
   */
  void record(ContractResult result, Path directory);
}
