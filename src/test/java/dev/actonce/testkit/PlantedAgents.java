package dev.actonce.testkit;

import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/** Agents whose own key making is wrong; their tool is right. */
final class PlantedAgents {
  private PlantedAgents() {}

  /** Each try is a wish of its own. */
  @ExactlyOnceContract
  static final class KeyMintedPerCall implements ContractSuite {
    @Override
    public ToolContract contract() {
      return Plants.pay(CountingBackend.start(0))
          .agent(call -> call.intent().intentId(UUID.randomUUID().toString()).build())
          .build();
    }
  }

  /** One key per conversation and tool, whatever is asked for. */
  @ExactlyOnceContract
  static final class KeyWithoutArguments implements ContractSuite {
    @Override
    public ToolContract contract() {
      return Plants.pay(CountingBackend.start(0))
          .agent(call -> call.intent().intentId(call.session() + "/" + call.action()).build())
          .build();
    }
  }

  /** Hashes the top level only, as a serializer with a list of top-level names does. */
  @ExactlyOnceContract
  static final class NestedArgumentsDropped implements ContractSuite {
    private static final Pattern NESTED = Pattern.compile("\\[.*]", Pattern.DOTALL);

    @Override
    public ToolContract contract() {
      return Plants.pay(CountingBackend.start(0))
          .agent(
              call -> {
                String flat = NESTED.matcher(call.arguments()).replaceAll("[]");
                return call.intent().arguments(call.arguments()).intentId(sorted(flat)).build();
              })
          .build();
    }

    /** The same for every order of the members. */
    private static String sorted(String flat) {
      String[] members = flat.substring(1, flat.length() - 1).split(",");
      java.util.Arrays.sort(members);
      return "pay-" + String.join("|", members).hashCode();
    }
  }

  /** Not a plant: the catalog takes a new tool call id for another action. */
  @ExactlyOnceContract
  static final class TrustedToolCallIds implements ContractSuite {
    @Override
    public ToolContract contract() {
      CountingBackend backend = CountingBackend.start(0);
      return ToolContract.ofText(
              """
              tools:
                pay:
                  safety: keyed
                  key: tool_call
                  http:
                    { method: POST, url: "https://pay.example/", key_header: Idempotency-Key }
              """,
              "pay")
          .target(backend.address())
          .arguments(id -> Map.of("order", id, "amount", 149))
          .effects(backend::effects)
          .closing(backend)
          .build();
    }
  }
}
