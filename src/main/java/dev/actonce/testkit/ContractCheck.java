package dev.actonce.testkit;

/** One row of a suite, ready to be run. */
public final class ContractCheck {
  private final ContractRow row;
  private final ContractRun run;

  ContractCheck(ContractRow row, ContractRun run) {
    this.row = row;
    this.run = run;
  }

  /** Which row. */
  public ContractRow row() {
    return row;
  }

  /**
   * Runs the row.
   *
   * @throws ContractViolation with the hole and its remedy, if the contract is broken
   */
  public void run() {
    run.check(row);
  }
}
