package dev.actonce.lab.bench;

import dev.actonce.catalog.Catalog;
import dev.actonce.lab.demo.Charge;
import dev.actonce.lab.demo.PaymentProvider;
import dev.actonce.lab.demo.ProviderSettings;
import dev.actonce.tool.ActionHandler;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The demo's payment provider, which loses no answers here; its books are the count. */
final class ProviderTarget implements Target {
  private final PaymentProvider provider;
  private final Catalog catalog;

  private ProviderTarget(PaymentProvider provider, Catalog catalog) {
    this.provider = provider;
    this.catalog = catalog;
  }

  /**
   * Opens the provider on a free port.
   *
   * @param directory holds its books; they must be new
   * @param maxInFlight calls of the tool at once, per executor
   */
  static ProviderTarget open(Path directory, long seed, int maxInFlight) {
    PaymentProvider provider =
        PaymentProvider.open(ProviderSettings.of(directory.resolve("charges.jsonl"), seed, 0));
    String yaml =
        """
        tools:
          %s:
            safety: keyed
            key: intent
            memory: 24h
            provider_key_ttl: 24h
            max_in_flight: %d
            http:
              method: POST
              url: "%s"
              key_header: Idempotency-Key
              timeout: 10s
              not_executed: [400, 413]
              reference: $.id
        """
            .formatted(BenchTraffic.ACTION, maxInFlight, provider.chargesUri());
    return new ProviderTarget(provider, Catalog.parse(yaml, "bench tools.yaml"));
  }

  @Override
  public Catalog catalog() {
    return catalog;
  }

  @Override
  public Map<String, ActionHandler> handlers() {
    return Map.of();
  }

  @Override
  public Effects effects() {
    List<Charge> charges = provider.charges();
    long actions = charges.stream().map(Charge::purchase).distinct().count();
    return new Effects(charges.size(), charges.size() - actions, provider.stats().replays());
  }

  @Override
  public void close() {
    provider.close();
  }
}
