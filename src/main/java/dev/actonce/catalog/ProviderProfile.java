package dev.actonce.catalog;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.Spelling;
import dev.actonce.core.ToolPolicy.KeyAfterError;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a kind of provider promises about its idempotency keys: defaults for the tools that name it,
 * which their own settings override. Shipped as data in {@code profiles.yaml}.
 *
 * @param name as {@code http.profile} gives it
 * @param keyHeader header that carries the key
 * @param keyTtl how long a key is honoured
 * @param keyAfterError what a key is worth once it was answered with an error
 * @param notExecuted statuses by which the provider promises that nothing happened
 */
record ProviderProfile(
    String name,
    String keyHeader,
    Duration keyTtl,
    KeyAfterError keyAfterError,
    Set<Integer> notExecuted) {
  private static final String RESOURCE = "profiles.yaml";
  private static final Set<String> SETTINGS =
      Set.of("key_header", "provider_key_ttl", "key_after_error", "not_executed");
  private static final Map<String, ProviderProfile> SHIPPED = read(text());

  /**
   * The profile of this name.
   *
   * @throws ActOnceException INVALID_CATALOG with the nearest valid name
   */
  static ProviderProfile require(String name) {
    ProviderProfile profile = SHIPPED.get(name);
    if (profile == null) {
      throw new ActOnceException(
          ErrorCode.INVALID_CATALOG,
          "found the profile '" + name + "'; " + Spelling.advice(name, SHIPPED.keySet()));
    }
    return profile;
  }

  static Set<String> names() {
    return SHIPPED.keySet();
  }

  private static Map<String, ProviderProfile> read(String yaml) {
    Problems problems = new Problems(RESOURCE);
    Section all =
        new CatalogValue(YamlDocument.parse(yaml, problems), "", problems)
            .section(Set.of("profiles"))
            .flatMap(top -> top.require("profiles", "the jar is damaged"))
            .flatMap(CatalogValue::mapping)
            .orElseThrow();
    Map<String, ProviderProfile> profiles = new TreeMap<>();
    all.settings().forEach((name, setting) -> profiles.put(name, read(name, setting)));
    problems.throwIfAny();
    return profiles;
  }

  private static ProviderProfile read(String name, CatalogValue setting) {
    Section section = setting.section(SETTINGS).orElseThrow();
    return new ProviderProfile(
        name,
        section.find("key_header").flatMap(CatalogValue::text).orElseThrow(),
        section.find("provider_key_ttl").flatMap(CatalogValue::duration).orElseThrow(),
        section.find("key_after_error").flatMap(s -> s.choice(KeyAfterError.class)).orElseThrow(),
        section.find("not_executed").orElseThrow().items().stream()
            .flatMap(item -> item.integer(400, 499).stream())
            .collect(Collectors.toUnmodifiableSet()));
  }

  private static String text() {
    try (InputStream resource = ProviderProfile.class.getResourceAsStream(RESOURCE)) {
      if (resource == null) {
        throw new IllegalStateException("the resource " + RESOURCE + " is missing in the jar");
      }
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the resource " + RESOURCE, e);
    }
  }
}
