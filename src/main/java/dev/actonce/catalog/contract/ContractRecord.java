package dev.actonce.catalog.contract;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;

/**
 * What a passed contract suite proved.
 *
 * @param tool the tool's name in the catalog
 * @param policyHash {@link dev.actonce.core.ToolPolicy#hash} of the catalog's entry as the suite
 *     was given it
 * @param adapterVersion version of what performs the tool
 * @param rows names of the rows of the fault matrix that passed, in the matrix's order; never
 *     empty. A row that does not apply to the tool is missing
 * @param date day on which the suite ended, UTC
 */
public record ContractRecord(
    String tool, String policyHash, String adapterVersion, List<String> rows, LocalDate date) {
  public ContractRecord {
    rows = List.copyOf(rows);
    if (tool.isBlank() || policyHash.isBlank() || adapterVersion.isBlank() || rows.isEmpty()) {
      throw invalid(
          "it needs tool, policyHash, adapterVersion and rows, got '%s', '%s', '%s', %s"
              .formatted(tool, policyHash, adapterVersion, rows));
    }
    if (Set.copyOf(rows).size() != rows.size() || rows.stream().anyMatch(String::isBlank)) {
      throw invalid("each row must be named once, got " + rows);
    }
  }

  private static ActOnceException invalid(String what) {
    return new ActOnceException(ErrorCode.INVALID_SETTING, "not a contract record: " + what);
  }
}
