package dev.actonce.examples;

// snippet: LangChain4jTool
import dev.actonce.client.ActOnceClient;
import dev.actonce.client.Intent;
import dev.actonce.client.Latest;
import dev.actonce.client.Publication;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.invocation.InvocationContext;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/** The payment tools of an agent: each call of the model becomes an intent. */
public record PaymentTools(
    ActOnceClient client,
    Duration patience, // How long a conversation may hang; shorter than any time-out above it.
    BiConsumer<Object, CompletableFuture<OutcomeEvent>> late) {

  @Tool("Charges a customer's card for an invoice.")
  public String chargeCard(
      @P(name = "invoice", value = "number of the invoice") String invoice,
      @P(name = "customer_id", value = "id of the customer") String customerId,
      @P(name = "amount", value = "what to charge") BigDecimal amount,
      @P(name = "currency", value = "ISO code") String currency,
      InvocationContext call) {
    Intent intent =
        Intent.action("charge_card")
            .intentId(invoice) // The key. The id of the tool call is none: a retry has a new one.
            .session(call.chatMemoryId().toString()) // The conversation.
            .run(call.invocationId().toString()) // This step of it.
            .arguments(Map.of("customer_id", customerId, "amount", amount, "currency", currency))
            .build();
    Publication publication = client.publish(intent);
    Latest latest = publication.await(patience);
    if (!latest.isFinal()) { // The outcome will come: make it the conversation's next message.
      late.accept(call.chatMemoryId(), publication.finalOutcome());
    }
    return latest.outcome().map(PaymentTools::toolResult).orElse("PENDING: " + latest.advice());
  }

  /** What the model reads about an outcome. */
  public static String toolResult(OutcomeEvent outcome) {
    OutcomeEvent.Answer answer = outcome.answer();
    String text = outcome.status() + ": " + answer.advice();
    return Optional.ofNullable(answer.result())
        .or(() -> Optional.ofNullable(answer.errorMessage()))
        .map(detail -> text + " " + detail)
        .orElse(text);
  }
}
// end snippet
