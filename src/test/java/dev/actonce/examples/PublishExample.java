package dev.actonce.examples;

// snippet: PublishExample
import dev.actonce.catalog.Catalog;
import dev.actonce.client.ActOnceClient;
import dev.actonce.client.Intent;
import dev.actonce.client.Latest;
import dev.actonce.core.outcome.OutcomeStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Charges an invoice, and returns what the model should read: the result, or advice. */
public final class PublishExample {
  private PublishExample() {}

  public static String charge(String bootstrapServers, Path toolsYaml) {
    try (ActOnceClient client = // One for the whole process; it is safe to share.
        ActOnceClient.builder()
            .bootstrapServers(bootstrapServers)
            .catalog(Catalog.load(toolsYaml))
            .tenant("acme")
            .build()) {
      Intent intent =
          Intent.action("charge_card")
              .intentId("inv-4471") // The business id: however often it is published, one charge.
              .arguments(Map.of("customer_id", "c_812", "amount", 149, "currency", "EUR"))
              .build();
      Latest latest = client.publish(intent).await(Duration.ofSeconds(30));
      OutcomeStatus status = latest.status().orElse(OutcomeStatus.IN_PROGRESS);
      return switch (status) {
        case SUCCEEDED, ALREADY_DONE ->
            status + ": " + latest.outcome().orElseThrow().answer().result();
        case FAILED, REJECTED, CONFLICT, UNKNOWN, IN_PROGRESS -> status + ": " + latest.advice();
      };
    }
  }
}
// end snippet
