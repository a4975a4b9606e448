package dev.actonce.wire;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * How to reach a schema registry with the REST API that Confluent, Apicurio ({@code
 * /apis/ccompat/v7}), Karapace and Redpanda share.
 *
 * @param urls of one registry, tried in turn; 1 to 10
 * @param properties credentials and TLS, named as Confluent names them: {@code
 *     basic.auth.user.info} ({@code user:password}), {@code bearer.auth.token}, {@code
 *     schema.registry.ssl.truststore.location}, {@code .password}, {@code .type}, the same three of
 *     {@code keystore}, and {@code schema.registry.ssl.key.password}. May hold secrets, so {@link
 *     #toString} leaves the values out
 * @param registration what to do with a schema of ours that the registry does not have
 */
public record RegistrySettings(
    List<URI> urls, Map<String, String> properties, Registration registration) {
  private static final int MAX_URLS = 10;

  /** Who puts our schemas into the registry. */
  public enum Registration {
    /** Somebody else, as is usual in production: a missing schema stops the start. */
    LOOK_UP,
    /** We, at first use. */
    REGISTER
  }

  public RegistrySettings {
    urls = List.copyOf(urls);
    properties = Map.copyOf(properties);
    if (urls.isEmpty() || urls.size() > MAX_URLS) {
      throw invalid("takes 1 to " + MAX_URLS + " URLs, got " + urls.size());
    }
    urls.forEach(RegistrySettings::check);
    RegistryAccess.checkNames(properties);
  }

  /**
   * No credentials, look-up only.
   *
   * @param urls of one registry, separated by commas
   */
  public static RegistrySettings of(String urls) {
    return new RegistrySettings(
        Arrays.stream(urls.split(",")).map(String::strip).map(RegistrySettings::uri).toList(),
        Map.of(),
        Registration.LOOK_UP);
  }

  public RegistrySettings withProperties(Map<String, String> access) {
    return new RegistrySettings(urls, access, registration);
  }

  public RegistrySettings withRegistration(Registration how) {
    return new RegistrySettings(urls, properties, how);
  }

  @Override
  public String toString() {
    return "RegistrySettings[urls=%s, properties=%s, registration=%s]"
        .formatted(urls, properties.keySet(), registration);
  }

  private static URI uri(String text) {
    try {
      return URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    } catch (IllegalArgumentException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING, "schema-registry-url is no URL: '" + text + "'", e);
    }
  }

  private static void check(URI url) {
    boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
    if (url.getRawUserInfo() != null) {
      throw invalid(
          "must not hold credentials, because it is logged; put basic.auth.user.info into the"
              + " schema-registry-config file");
    }
    if (!http || url.getHost() == null || url.getRawQuery() != null) {
      throw invalid(
          "must be like https://registry:8081 or http://apicurio:8080/apis/ccompat/v7, got '"
              + url
              + "'");
    }
  }

  private static ActOnceException invalid(String what) {
    return new ActOnceException(ErrorCode.INVALID_SETTING, "schema-registry-url " + what);
  }
}
