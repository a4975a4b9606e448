package dev.actonce.catalog;

import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.ToolPolicy.KeyAfterError;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the {@code http} block of one tool. Confined to the loading thread. */
final class HttpReader {
  static final Set<String> SETTINGS =
      Set.of(
          "method",
          "url",
          "key_header",
          "key_after_error",
          "profile",
          "headers",
          "timeout",
          "not_executed",
          "reference",
          "version",
          "lookup");
  static final Set<String> LOOKUP_SETTINGS = Set.of("method", "url", "found", "lag", "headers");
  private static final Duration DEFAULT_LAG = Duration.ofSeconds(5);

  private final Section http;
  private final Optional<SafetyClass> safety;
  private final Optional<ArgumentSchema> arguments;
  private final Optional<ProviderProfile> profile;

  private HttpReader(
      Section http, Optional<SafetyClass> safety, Optional<ArgumentSchema> arguments) {
    this.http = http;
    this.safety = safety;
    this.arguments = arguments;
    this.profile = profile();
  }

  /**
   * The block's request, and what goes to the policy.
   *
   * @param keyTtl of the profile, if the tool names one
   * @param declared names of the settings that the block gives
   */
  record Http(
      HttpSpec spec,
      Duration timeout,
      Optional<Duration> keyTtl,
      KeyAfterError keyAfterError,
      Set<String> declared) {}

  static Optional<Http> read(
      CatalogValue setting, Optional<SafetyClass> safety, Optional<ArgumentSchema> arguments) {
    return setting
        .section(SETTINGS)
        .flatMap(section -> new HttpReader(section, safety, arguments).read());
  }

  private Optional<Http> read() {
    String method = http.find("method").flatMap(s -> s.choice(HttpTarget.METHODS)).orElse("POST");
    HttpClient.Version version =
        http.find("version")
            .flatMap(s -> s.choice(HttpClient.Version.class))
            .orElse(HttpClient.Version.HTTP_1_1);
    Map<String, String> headers = headers(http);
    Optional<UrlTemplate> url = url(http);
    Optional<LookupSpec> lookup =
        http.find("lookup").flatMap(setting -> lookup(setting, headers, version));
    Optional<String> keyHeader =
        http.find("key_header")
            .flatMap(CatalogValue::text)
            .or(() -> profile.map(ProviderProfile::keyHeader));
    KeyAfterError keyAfterError =
        http.find("key_after_error")
            .flatMap(s -> s.choice(KeyAfterError.class))
            .or(() -> profile.map(ProviderProfile::keyAfterError))
            .orElse(KeyAfterError.COVERS);
    Optional<String> reference =
        http.find("reference").flatMap(s -> s.text(JsonPaths::requireValid));
    Duration timeout =
        http.find("timeout")
            .flatMap(CatalogValue::duration)
            .orElse(ToolPolicy.Execution.DEFAULT.callTimeout());
    Set<Integer> notExecuted = notExecuted();
    Optional<HttpSpec> spec =
        url.flatMap(u -> target(method, u, headers, version))
            .flatMap(
                target ->
                    http.self()
                        .attempt(
                            () ->
                                new HttpSpec(
                                    target,
                                    keyHeader.orElse(null),
                                    notExecuted,
                                    reference.orElse(null),
                                    lookup)));
    spec.ifPresent(this::checkSafety);
    Optional<Duration> keyTtl = profile.map(ProviderProfile::keyTtl);
    return spec.map(s -> new Http(s, timeout, keyTtl, keyAfterError, http.settings().keySet()));
  }

  private Optional<ProviderProfile> profile() {
    Optional<CatalogValue> setting = http.find("profile");
    if (setting.isPresent() && safety.isPresent() && safety.get() != SafetyClass.KEYED) {
      setting
          .get()
          .problem(
              "a profile is about a provider's idempotency keys; declare the tool 'keyed', or"
                  + " remove it");
    }
    return setting.flatMap(s -> s.text(ProviderProfile::require));
  }

  private Optional<HttpTarget> target(
      String method, UrlTemplate url, Map<String, String> headers, HttpClient.Version version) {
    return http.self().attempt(() -> new HttpTarget(method, url, headers, version));
  }

  private Optional<UrlTemplate> url(Section section) {
    Optional<CatalogValue> setting = section.require("url", "say where the request goes");
    Optional<UrlTemplate> url = setting.flatMap(s -> s.text(UrlTemplate::new));
    for (String name : url.map(UrlTemplate::placeholders).orElse(Set.of())) {
      if (!name.equals(UrlTemplate.KEY) && !name.equals(UrlTemplate.PROVIDER_KEY)) {
        arguments
            .flatMap(schema -> schema.objectionTo(name))
            .ifPresent(objection -> setting.orElseThrow().problem(objection));
      }
    }
    return url;
  }

  private Map<String, String> headers(Section section) {
    Map<String, String> headers = new LinkedHashMap<>();
    section
        .find("headers")
        .flatMap(CatalogValue::mapping)
        .ifPresent(
            mapping ->
                mapping
                    .settings()
                    .forEach(
                        (name, setting) ->
                            setting
                                .scalar()
                                .ifPresentOrElse(
                                    value -> headers.put(name, value),
                                    () -> setting.problem("a header needs a text value"))));
    return headers;
  }

  private Set<Integer> notExecuted() {
    Optional<CatalogValue> listed = http.find("not_executed");
    if (listed.isEmpty()) {
      return profile.map(ProviderProfile::notExecuted).orElse(Set.of());
    }
    List<CatalogValue> items = listed.get().items();
    Set<Integer> statuses = new HashSet<>();
    for (CatalogValue item : items) {
      item.integer(400, 499).ifPresent(statuses::add);
    }
    if (statuses.contains(409) && safety.equals(Optional.of(SafetyClass.KEYED))) {
      http.find("not_executed")
          .orElseThrow()
          .problem(
              "found 409; to a keyed request it means that the first one is still running, so it"
                  + " proves nothing: remove it");
    }
    return statuses;
  }

  private Optional<LookupSpec> lookup(
      CatalogValue setting, Map<String, String> inherited, HttpClient.Version version) {
    Optional<Section> section = setting.section(LOOKUP_SETTINGS);
    if (section.isEmpty()) {
      return Optional.empty();
    }
    Section lookup = section.get();
    lookup.find("method").ifPresent(s -> s.choice(List.of("GET")));
    Map<String, String> headers = new LinkedHashMap<>(inherited);
    headers.putAll(headers(lookup));
    Optional<UrlTemplate> url = url(lookup);
    if (url.isPresent() && url.get().placeholders().isEmpty()) {
      lookup
          .find("url")
          .orElseThrow()
          .problem("the look-up names no action; put {provider_key} or an argument into the url");
    }
    Optional<String> found =
        lookup
            .require("found", "give the JSON path to the effect, such as $.data[0]")
            .flatMap(s -> s.text(JsonPaths::requireValid));
    Duration lag = lookup.find("lag").flatMap(CatalogValue::durationOrZero).orElse(DEFAULT_LAG);
    return url.flatMap(u -> target("GET", u, headers, version))
        .flatMap(target -> found.map(path -> new LookupSpec(target, path, lag)));
  }

  private void checkSafety(HttpSpec spec) {
    if (safety.equals(Optional.of(SafetyClass.KEYED)) && !spec.carriesProviderKey()) {
      http.self()
          .problem(
              "safety is 'keyed' but no key is sent; add key_header, such as Idempotency-Key, or"
                  + " put {provider_key} into the url");
    }
    if (spec.target().method().equals("GET")
        && safety.map(SafetyClass::sideEffecting).orElse(false)) {
      http.find("method")
          .orElseThrow()
          .problem(
              "found GET on a tool with effects; HTTP clients and proxies may send a GET twice:"
                  + " use POST, or declare the tool idempotent or read_only");
    }
  }
}
