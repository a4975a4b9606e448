package dev.actonce.testkit;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The kit passes for tools of every kind: keyed, by look-up, and unsafe. */
@ExactlyOnceContract(record = "target/contracts")
@ParameterizedClass
@EnumSource(DemoTool.class)
final class DemoToolsContractIT implements ContractSuite {
  private final DemoTool tool;

  DemoToolsContractIT(DemoTool tool) {
    this.tool = tool;
  }

  @Override
  public ToolContract contract() {
    return tool.contract();
  }
}
