package dev.actonce.lab.chaos;

import dev.actonce.catalog.Catalog;
import dev.actonce.core.SafetyClass;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;

/** The run's tools: one of each safety class, named after it, all at the one provider. */
final class ChaosCatalog {
  /** Longest wait for the provider; an answer that takes longer is lost. */
  static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);

  private ChaosCatalog() {}

  static String action(SafetyClass safety) {
    return safety.name().toLowerCase(Locale.ROOT);
  }

  static Catalog of(URI charges) {
    return Catalog.parse(yaml(charges), "chaos tools.yaml");
  }

  /** The text of {@code tools.yaml}. The memory outlives the run, so no repeat is ever meant. */
  static String yaml(URI charges) {
    StringBuilder yaml = new StringBuilder("tools:\n");
    for (SafetyClass safety : SafetyClass.values()) {
      yaml.append(
          """
            %s:
              safety: %s
              window: 24h
              memory: 24h
              arguments:
                type: object
                required: [customer_id, amount, currency, invoice]
                properties:
                  customer_id: { type: string }
                  amount: { type: number }
                  currency: { type: string }
                  invoice: { type: string }
              retry: { attempts: 8, backoff: 100ms..2s }
              max_in_flight: 32
              http:
                timeout: %s
                not_executed: [400, 402]
                reference: $.id
          %s\
          """
              .formatted(
                  action(safety), action(safety), CALL_TIMEOUT.toSeconds() + "s", http(safety))
              .replace("${charges_url}", charges.toString()));
    }
    return yaml.toString();
  }

  private static String http(SafetyClass safety) {
    return switch (safety) {
      case READ_ONLY ->
          """
                method: GET
                url: "${charges_url}?invoice={invoice}"
          """;
      case IDEMPOTENT ->
          """
                method: PUT
                url: "${charges_url}/{invoice}"
          """;
      case KEYED ->
          """
                url: "${charges_url}"
                key_header: Idempotency-Key
          """;
      case LOOKUP ->
          """
                url: "${charges_url}"
                lookup: { url: "${charges_url}?invoice={invoice}", found: "$.data[0]", lag: 5s }
          """;
      case UNSAFE ->
          """
                url: "${charges_url}"
          """;
    };
  }
}
