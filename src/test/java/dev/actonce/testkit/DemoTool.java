package dev.actonce.testkit;

import dev.actonce.cli.demo.DemoCatalog;
import dev.actonce.cli.demo.PaymentProvider;
import dev.actonce.cli.demo.ProviderSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The tools that pass. */
enum DemoTool {
  CHARGE {
    @Override
    ToolContract contract() {
      PaymentProvider provider = PaymentProvider.open(ProviderSettings.of(temporary(), 1, 0));
      return ToolContract.ofText(DemoCatalog.yaml(provider.chargesUri()), DemoCatalog.ACTION)
          .target(provider.chargesUri())
          .arguments(id -> Map.of("customer_id", id, "amount", 149, "currency", "EUR"))
          .effects(
              id ->
                  (int)
                      provider.charges().stream()
                          .filter(charge -> charge.purchase().customer().equals(id))
                          .count())
          .closing(provider)
          .build();
    }
  };

  /** Opens the tool's target. */
  abstract ToolContract contract();

  private static Path temporary() {
    try {
      return Files.createTempDirectory("actonce-demo-tool-").resolve("charges.log");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
