package shop;

// snippet: ContractTest
import dev.actonce.testkit.ContractSuite;
import dev.actonce.testkit.CountingBackend;
import dev.actonce.testkit.ExactlyOnceContract;
import dev.actonce.testkit.ToolContract;
import java.nio.file.Path;
import java.util.Map;

@ExactlyOnceContract
class RefundContractTest implements ContractSuite {
  @Override
  public ToolContract contract() {
    CountingBackend payments = CountingBackend.start(0); // Or your own sandbox.
    return ToolContract.of(Path.of("tools.yaml"), "refund")
        .target(payments.address())
        .arguments(id -> Map.of("order", id, "amount", 149))
        .effects(payments::effects)
        .agent(call -> RefundAgent.refund(call.session(), call.toolCallId(), call.arguments()))
        .closing(payments)
        .build();
  }
}
// end snippet
