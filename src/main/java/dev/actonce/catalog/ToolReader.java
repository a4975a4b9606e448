package dev.actonce.catalog;

import dev.actonce.core.Durations;
import dev.actonce.core.KeyChoice;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.Repeats;
import dev.actonce.core.RetryPolicy;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.outcome.AnswerLimits;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads one tool. Confined to the loading thread. */
final class ToolReader {
  static final Set<String> SETTINGS =
      Set.of(
          "description",
          "safety",
          "key",
          "identity",
          "identity_optional",
          "repeats",
          "sets",
          "instants",
          "window",
          "memory",
          "result_max",
          "arguments",
          "provider_key_ttl",
          "retry",
          "max_in_flight",
          "max_unknown",
          "timeout",
          "lookup_lag",
          "contract",
          "http");
  static final Set<String> RETRY_SETTINGS = Set.of("attempts", "backoff");

  private final String action;
  private final Section tool;

  private ToolReader(String action, Section tool) {
    this.action = action;
    this.tool = tool;
  }

  /** The tool, or empty when its mistakes leave nothing to build. */
  static Optional<Tool> read(String action, CatalogValue setting) {
    return setting.section(SETTINGS).flatMap(tool -> new ToolReader(action, tool).read());
  }

  private Optional<Tool> read() {
    Optional<SafetyClass> safety =
        tool.require(
                "safety",
                "say what the tool offers: read_only, idempotent, keyed, lookup or unsafe")
            .flatMap(setting -> setting.choice(SafetyClass.class));
    Optional<ArgumentSchema> arguments =
        tool.find("arguments")
            .flatMap(setting -> setting.attempt(() -> ArgumentSchema.of(setting.json())));
    Optional<HttpReader.Http> http =
        tool.find("http").flatMap(setting -> HttpReader.read(setting, safety, arguments));
    KeyPolicy key = keyPolicy(arguments);
    ToolPolicy.Memory memory = memory();
    Optional<ToolPolicy.Execution> execution = execution(http, safety);
    String description = tool.find("description").flatMap(CatalogValue::text).orElse("");
    Tool.Contract contract =
        tool.find("contract")
            .flatMap(s -> s.choice(Tool.Contract.class))
            .orElse(Tool.Contract.OPTIONAL);
    if (safety.isEmpty() || execution.isEmpty()) {
      return Optional.empty();
    }
    ToolPolicy unhashed =
        new ToolPolicy(action, safety.get(), key, memory, execution.get(), "unhashed");
    Tool draft = new Tool(unhashed, description, arguments, http.map(HttpReader.Http::spec));
    ToolPolicy policy =
        new ToolPolicy(action, safety.get(), key, memory, execution.get(), PolicyHash.of(draft));
    return Optional.of(
        new Tool(policy, description, arguments, draft.http(), contract, declared(http)));
  }

  private Set<String> declared(Optional<HttpReader.Http> http) {
    Set<String> names = new HashSet<>(tool.settings().keySet());
    http.map(HttpReader.Http::declared).orElse(Set.of()).forEach(name -> names.add("http." + name));
    return names;
  }

  private KeyPolicy keyPolicy(Optional<ArgumentSchema> arguments) {
    KeyChoice choice =
        tool.find("key").flatMap(s -> s.choice(KeyChoice.class)).orElse(KeyChoice.AUTO);
    List<String> identity = argumentPaths("identity", arguments);
    return new KeyPolicy(
        choice,
        identity,
        identityOptional(identity),
        Set.copyOf(argumentPaths("sets", arguments)),
        Set.copyOf(argumentPaths("instants", arguments)),
        arguments.map(ArgumentSchema::numericPaths).orElse(Set.of()),
        tool.find("repeats").flatMap(s -> s.choice(Repeats.class)).orElse(Repeats.BY_CLASS));
  }

  private Set<String> identityOptional(List<String> identity) {
    Optional<CatalogValue> setting = tool.find("identity_optional");
    List<String> paths = setting.map(CatalogValue::texts).orElse(List.of());
    for (String path : paths) {
      if (!identity.contains(path)) {
        setting
            .orElseThrow()
            .problem("found '" + path + "'; name only fields that stand under 'identity' too");
      }
    }
    return Set.copyOf(paths);
  }

  /** Paths of arguments; a schema that lists its members catches a misspelt one here. */
  private List<String> argumentPaths(String name, Optional<ArgumentSchema> arguments) {
    Optional<CatalogValue> setting = tool.find(name);
    List<String> paths = setting.map(CatalogValue::texts).orElse(List.of());
    if (setting.isPresent() && paths.isEmpty()) {
      setting.get().problem("found no names; name at least one argument, or leave it out");
    }
    for (String path : paths) {
      arguments
          .flatMap(schema -> schema.objectionTo(path))
          .ifPresent(objection -> setting.orElseThrow().problem(objection));
    }
    return paths.stream().distinct().toList();
  }

  private ToolPolicy.Memory memory() {
    ToolPolicy.Memory defaults = ToolPolicy.Memory.DEFAULT;
    return new ToolPolicy.Memory(
        tool.find("window").flatMap(CatalogValue::duration).orElse(defaults.window()),
        tool.find("memory").flatMap(CatalogValue::duration).orElse(defaults.memory()),
        tool.find("result_max")
            .flatMap(setting -> setting.bytes(AnswerLimits.RESULT_BYTES))
            .orElse(defaults.resultMaxBytes()));
  }

  private Optional<ToolPolicy.Execution> execution(
      Optional<HttpReader.Http> http, Optional<SafetyClass> safety) {
    ToolPolicy.Execution defaults = ToolPolicy.Execution.DEFAULT;
    Optional<Duration> timeout = javaOnly("timeout").flatMap(CatalogValue::duration);
    Optional<Duration> lag = javaOnly("lookup_lag").flatMap(CatalogValue::durationOrZero);
    Optional<Duration> anyLag =
        http.flatMap(h -> h.spec().lookup()).map(LookupSpec::lag).or(() -> lag);
    if (safety.equals(Optional.of(SafetyClass.LOOKUP)) && anyLag.isEmpty()) {
      tool.self()
          .problem(
              "safety is 'lookup' but there is no look-up; add http.lookup (or lookup_lag, when a"
                  + " Java handler looks up), or declare it 'unsafe'");
      return Optional.empty();
    }
    return Optional.of(
        new ToolPolicy.Execution(
            tool.find("retry").map(ToolReader::retry).orElse(defaults.retry()),
            http.map(HttpReader.Http::timeout).or(() -> timeout).orElse(defaults.callTimeout()),
            tool.find("max_in_flight")
                .flatMap(s -> s.integer(1, 10_000))
                .orElse(defaults.maxInFlight()),
            tool.find("provider_key_ttl")
                .flatMap(CatalogValue::duration)
                .or(() -> http.flatMap(HttpReader.Http::keyTtl))
                .orElse(defaults.providerKeyTtl()),
            anyLag.orElse(null),
            http.map(HttpReader.Http::keyAfterError).orElse(defaults.keyAfterError()),
            tool.find("max_unknown")
                .flatMap(s -> s.integer(1, 100_000))
                .orElse(defaults.maxUnknown())));
  }

  /** A setting for tools without an {@code http} block, which has its own. */
  private Optional<CatalogValue> javaOnly(String name) {
    Optional<CatalogValue> setting = tool.find(name);
    if (setting.isPresent() && tool.find("http").isPresent()) {
      setting.get().problem("'" + name + "' is for Java handlers; move it into the http block");
    }
    return setting;
  }

  private static RetryPolicy retry(CatalogValue setting) {
    RetryPolicy defaults = RetryPolicy.DEFAULT;
    Optional<Section> section = setting.section(RETRY_SETTINGS);
    int attempts =
        section
            .flatMap(s -> s.find("attempts"))
            .flatMap(s -> s.integer(1, 100))
            .orElse(defaults.attempts());
    return section
        .flatMap(s -> s.find("backoff"))
        .flatMap(backoff -> backoff(attempts, backoff))
        .orElse(new RetryPolicy(attempts, defaults.minBackoff(), defaults.maxBackoff()));
  }

  private static Optional<RetryPolicy> backoff(int attempts, CatalogValue setting) {
    String[] ends = setting.scalar().orElse("").split("\\.\\.", -1);
    Optional<Duration> min = Durations.parse(ends[0]);
    Optional<Duration> max = Durations.parse(ends[ends.length - 1]);
    if (ends.length != 2 || min.isEmpty() || max.isEmpty()) {
      setting.problem("not a range of durations; write shortest..longest, such as 200ms..10s");
      return Optional.empty();
    }
    return setting.attempt(() -> new RetryPolicy(attempts, min.get(), max.get()));
  }
}
