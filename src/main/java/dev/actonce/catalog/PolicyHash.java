package dev.actonce.catalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.actonce.core.RetryPolicy;
import dev.actonce.core.ToolPolicy;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Hash of what a policy means: 64 hex digits of SHA-256. Spelling ({@code 5m} or {@code 300s}, a
 * default left out or written), order, description and header values do not change it, so that a
 * new credential is not a new policy. Nor does what changes neither the calls nor which of them are
 * made: {@code contract}, {@code max_unknown}, {@code repeats} and {@code result_max}.
 *
 * <p>Every field is named here by a literal, in the form of the first version, and nothing is a
 * record's {@code toString}: renaming a component must not make committed contract records and live
 * claims those of another policy. A new setting that is part of the meaning is added only where it
 * is not at its default, so that old hashes stay valid.
 */
final class PolicyHash {
  private static final ObjectMapper SORTED =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  private PolicyHash() {}

  static String of(Tool tool) {
    ToolPolicy policy = tool.policy();
    Map<String, Object> meaning = new TreeMap<>();
    meaning.put("action", policy.action());
    meaning.put("safety", policy.safety().name());
    meaning.put("key", policy.key().choice().name());
    meaning.put("identity", new TreeSet<>(policy.key().identity()));
    if (!policy.key().optional().isEmpty()) {
      meaning.put("identity_optional", new TreeSet<>(policy.key().optional()));
    }
    meaning.put("sets", new TreeSet<>(policy.key().sets()));
    meaning.put("instants", new TreeSet<>(policy.key().instants()));
    meaning.put("memory", memory(policy.memory()));
    meaning.put("execution", execution(policy.execution()));
    tool.arguments().ifPresent(schema -> meaning.put("arguments", schema.plain()));
    tool.http().ifPresent(http -> meaning.put("http", http(http)));
    try {
      return sha256(SORTED.writeValueAsBytes(meaning));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("plain maps and texts are always JSON", e);
    }
  }

  private static String memory(ToolPolicy.Memory memory) {
    return "Memory[window=" + memory.window() + ", memory=" + memory.memory() + "]";
  }

  private static String execution(ToolPolicy.Execution execution) {
    RetryPolicy retry = execution.retry();
    return "Execution[retry=RetryPolicy[attempts="
        + retry.attempts()
        + ", minBackoff="
        + retry.minBackoff()
        + ", maxBackoff="
        + retry.maxBackoff()
        + "], callTimeout="
        + execution.callTimeout()
        + ", maxInFlight="
        + execution.maxInFlight()
        + ", providerKeyTtl="
        + execution.providerKeyTtl()
        + ", lookupLag="
        + execution.lookupLag()
        + ", keyAfterError="
        + execution.keyAfterError().name()
        + "]";
  }

  private static Map<String, Object> http(HttpSpec http) {
    Map<String, Object> meaning = new TreeMap<>(target(http.target()));
    meaning.put("key_header", String.valueOf(http.keyHeader()));
    meaning.put("not_executed", new TreeSet<>(http.notExecuted()));
    meaning.put("reference", String.valueOf(http.reference()));
    http.lookup()
        .ifPresent(
            lookup -> {
              meaning.put("lookup", target(lookup.target()));
              meaning.put("found", lookup.found());
            });
    return meaning;
  }

  private static Map<String, Object> target(HttpTarget target) {
    return Map.of(
        "method", target.method(),
        "url", target.url().text(),
        "headers", new TreeSet<>(target.headers().keySet()),
        "version", target.version().name());
  }

  private static String sha256(byte[] text) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
