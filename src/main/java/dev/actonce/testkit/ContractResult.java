package dev.actonce.testkit;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.time.LocalDate;
import java.util.List;

/**
 * What a passed suite proved.
 *
 * @param tool the tool's name in the catalog
 * @param policyHash hash of the catalog's entry as the suite was given it, before the kit shortened
 *     its times and led it through its proxy
 * @param adapterVersion version of what performs the tool: as the contract says, else that of
 *     ActOnce
 * @param passed rows of the matrix that passed, in the matrix's order; never empty. A row that does
 *     not apply to the tool is missing
 * @param date day on which the suite ended, UTC
 */
public record ContractResult(
    String tool,
    String policyHash,
    String adapterVersion,
    List<ContractRow> passed,
    LocalDate date) {
  public ContractResult {
    passed = List.copyOf(passed);
    if (tool.isBlank() || policyHash.isBlank() || adapterVersion.isBlank() || passed.isEmpty()) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "a contract's result needs tool, policy hash, adapter version and rows, got '%s', '%s',"
                  .formatted(tool, policyHash)
              + " '%s', %s".formatted(adapterVersion, passed));
    }
  }
}
