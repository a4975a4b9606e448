package shop;

// snippet: RefundAgent
import dev.actonce.client.Intent;
import java.util.UUID;

/** Turns a model's call of the refund tool into an intent, with a mistake that the kit finds. */
public final class RefundAgent {
  private RefundAgent() {}

  public static Intent refund(String session, String toolCallId, String arguments) {
    return Intent.action("refund")
        .tenant("shop")
        .session(session)
        .toolCallId(toolCallId)
        .intentId(UUID.randomUUID().toString()) // The mistake: a retry gets another key.
        .arguments(arguments)
        .build();
  }
}
// end snippet
