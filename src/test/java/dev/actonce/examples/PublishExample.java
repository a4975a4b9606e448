package dev.actonce.examples;

import dev.actonce.catalog.Catalog;
import dev.actonce.client.ActOnceClient;
import dev.actonce.client.Intent;
import dev.actonce.client.Latest;
import dev.actonce.core.outcome.OutcomeStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How to publish from Java; the marked lines are the README's. */
public final class PublishExample {
  private PublishExample() {}

  /** Charges an invoice; returns the charge, or advice that a language model can act on. */
  public static @Nullable String charge(String bootstrapServers, Path toolsYaml) {
    // snippet: PublishExample
    try (ActOnceClient client =
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
        case SUCCEEDED, ALREADY_DONE -> latest.outcome().orElseThrow().answer().result();
        case FAILED, REJECTED, CONFLICT, UNKNOWN, IN_PROGRESS -> latest.advice(); // Tell the model.
      };
    }
    // end snippet
  }
}
