package dev.actonce.testkit;

import java.util.function.Supplier;

/** One row of a suite, ready to be run. */
public final class ContractCheck {
  private final ContractRow row;
  private final Supplier<ContractRun> run;

  ContractCheck(ContractRow row, Supplier<ContractRun> run) {
    this.row = row;
    this.run = run;
  }

  /** Which row. */
  public ContractRow row() {
    return row;
  }

  /**
   * Runs the row; the first one of a suite starts the pipeline.
   *
   * @throws ContractViolation with the hole and its remedy, if the contract is broken
   */
  public void run() {
    run.get().check(row);
  }
}
