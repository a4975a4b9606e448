package shop;

import dev.actonce.catalog.Catalog;
import dev.actonce.client.ActOnceClient;
import dev.actonce.client.Intent;
import dev.actonce.client.Latest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Charges one invoice and prints what became of it: Charge BOOTSTRAP_SERVERS TOOLS_YAML. */
public final class Charge {
  private Charge() {}

  public static void main(String[] args) {
    try (ActOnceClient client =
        ActOnceClient.builder()
            .bootstrapServers(args[0])
            .catalog(Catalog.load(Path.of(args[1])))
            .tenant("acme")
            .build()) {
      Intent intent =
          Intent.action("charge_card")
              .intentId("inv-4471")
              .arguments(Map.of("customer_id", "c_812", "amount", 149))
              .build();
      Latest latest = client.publish(intent).await(Duration.ofSeconds(30));
      System.out.println(latest.status().map(Enum::name).orElse("none yet"));
    }
  }
}
