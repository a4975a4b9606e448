package dev.actonce.testkit;

import org.junit.jupiter.api.TestTemplate;

/**
 * What a test class with {@link ExactlyOnceContract} implements: it names the tool, and gets one
 * test per {@link ContractRow}.
 */
public interface ContractSuite {
  /**
   * What is under contract. Called once per suite, before its first row; open the target here, and
   * name it in {@link ToolContract.Builder#closing}.
   */
  ToolContract contract();

  /** Runs one row. Not to be overridden. */
  @TestTemplate
  default void holds(ContractCheck check) {
    check.run();
  }
}
