package dev.actonce.config;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a process shows its metrics and health.
 *
 * @param host interface to bind; default the loopback one. Nothing asks for a password there
 * @param port to bind; 0 for any free one
 * @param tenants tenants that have a label of their own
 * @param otlpUrl OTLP/HTTP receiver to push to as well; empty for none
 */
public record MetricsConfig(String host, int port, Set<String> tenants, Optional<String> otlpUrl) {
  public static final String DEFAULT_HOST = "127.0.0.1";

  public MetricsConfig {
    tenants = Set.copyOf(tenants);
    if (port < 0 || port > 65_535) {
      throw invalid("metrics-port must be 0 to 65535, got " + port, null);
    }
    otlpUrl.ifPresent(MetricsConfig::requireHttp);
  }

  /** On the loopback interface, no tenant by name, nothing pushed. */
  public static MetricsConfig onPort(int port) {
    return new MetricsConfig(DEFAULT_HOST, port, Set.of(), Optional.empty());
  }

  private static void requireHttp(String url) {
    String expected =
        "otlp-url must be an http or https URL such as http://localhost:4318/v1/metrics, got '"
            + url
            + "'";
    try {
      String scheme = String.valueOf(URI.create(url).getScheme());
      if (!Set.of("http", "https").contains(scheme)) {
        throw invalid(expected, null);
      }
    } catch (IllegalArgumentException e) {
      throw invalid(expected, e);
    }
  }

  private static ActOnceException invalid(String message, @Nullable Exception cause) {
    return new ActOnceException(ErrorCode.INVALID_SETTING, message, cause);
  }
}
