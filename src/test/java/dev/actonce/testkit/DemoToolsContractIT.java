package dev.actonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.catalog.contract.ContractRecords;
import dev.actonce.testing.LongRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The kit passes for tools of every kind: keyed, by look-up, and unsafe. */
@LongRun
@ExactlyOnceContract(record = DemoToolsContractIT.RECORD)
@ParameterizedClass
@EnumSource(DemoTool.class)
final class DemoToolsContractIT implements ContractSuite {
  static final String RECORD = "target/contracts";
  private static final List<String> TOOLS =
      List.of("charge_card", "refund", "open_ticket", "send_mail");

  private final DemoTool tool;

  DemoToolsContractIT(DemoTool tool) {
    this.tool = tool;
  }

  @Override
  public ToolContract contract() {
    return tool.contract();
  }

  @BeforeAll
  static void forget() throws IOException {
    for (String name : TOOLS) {
      Files.deleteIfExists(Path.of(RECORD, name + ".json"));
    }
  }

  /** Flat arguments have no nested one, so the demo's charge passes one row less. */
  @AfterAll
  static void writesTheRecordOfEachPassedSuite() {
    for (String name : TOOLS) {
      List<String> rows = new ContractRecords(Path.of(RECORD)).find(name).orElseThrow().rows();
      assertThat(rows).contains("PROCESS_KILLED", "PROVIDER_KEY_EXPIRED");
      assertThat(rows.contains("OTHER_NESTED_ARGUMENTS")).isEqualTo(!name.equals("charge_card"));
    }
  }
}
