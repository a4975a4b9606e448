package dev.actonce.testkit;

import dev.actonce.catalog.contract.ContractRecord;
import dev.actonce.catalog.contract.ContractRecords;
import java.nio.file.Path;

/**
 * Writes the contract record of a passed suite, which executors may require. Made by ServiceLoader.
 */
public final class RecordFiles implements ContractRecorder {
  @Override
  public void record(ContractResult result, Path directory) {
    new ContractRecords(directory)
        .write(
            new ContractRecord(
                result.tool(),
                result.policyHash(),
                result.adapterVersion(),
                result.passed().stream().map(Enum::name).toList(),
                result.date()));
  }
}
