package dev.actonce.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.actonce.client.operator.OpenClaim;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.VisibleText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A claim in doubt, for people or as JSON.
 *
 * @param now for its age
 * @param arguments whether the agent's arguments are shown
 */
record DoubtText(Instant now, Arguments arguments) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Whether the agent's arguments, which may be confidential, are shown. */
  enum Arguments {
    SHOWN,
    HIDDEN
  }

  String lines(OpenClaim claim) {
    StringBuilder text = new StringBuilder();
    text.append(age(claim)).append("  ");
    text.append(VisibleText.word(claim.sent().action()));
    append(text, "tenant", claim.sent().tenant());
    append(text, "intentId", claim.sent().intentId());
    append(text, "reason", claim.progress().reason());
    text.append("  attempts=").append(claim.progress().attempts());
    text.append("\n  key     ").append(claim.key());
    text.append("\n  claim   ").append(VisibleText.word(claim.claimId()));
    if (arguments == Arguments.SHOWN) {
      text.append("\n  sent    ").append(VisibleText.of(claim.sent().arguments()));
    }
    return text.append("\n  advice  ").append(advice(claim.safety())).toString();
  }

  String json(List<OpenClaim> claims) {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode list = root.putArray("unknown");
    for (OpenClaim claim : claims) {
      ObjectNode node = list.addObject();
      node.put("key", claim.key().value());
      node.put("generation", claim.generation());
      node.put("providerKey", claim.sent().providerKey());
      node.put("claimId", claim.claimId());
      node.put("action", claim.sent().action());
      node.put("tenant", claim.sent().tenant());
      node.put("intentId", claim.sent().intentId());
      node.put("safety", claim.safety().name());
      node.put("reason", claim.progress().reason());
      node.put("attempts", claim.progress().attempts());
      node.put("lookups", claim.progress().lookups());
      node.put("unknownSince", claim.since().toString());
      node.put("ageSeconds", Duration.between(claim.since(), now).toSeconds());
      node.put("advice", advice(claim.safety()));
      if (arguments == Arguments.SHOWN) {
        node.put("arguments", claim.sent().arguments());
      }
    }
    return root.toString();
  }

  /** What the operator should do; the agents' advice is another one. */
  static String advice(SafetyClass safety) {
    return switch (safety) {
      case READ_ONLY, IDEMPOTENT ->
          "Settles itself by calling again. Settle it by hand only if you know its result.";
      case KEYED ->
          "Settles itself by calling again under the same provider key. Once that key's life is"
              + " over it is looked up, or waits for you, if the tool has no look-up.";
      case LOOKUP ->
          "Settles itself by a look-up at the provider. If it does not, the look-up fails: check"
              + " its url, or look yourself and settle it.";
      case UNSAFE ->
          "Waits for you: find out at the provider whether it happened, then 'actonce settle KEY"
              + " --succeeded JSON' or 'actonce settle KEY --not-executed --reason TEXT'.";
    };
  }

  private String age(OpenClaim claim) {
    Duration age = Duration.between(claim.since(), now);
    if (age.toHours() > 0) {
      return age.toHours() + "h" + age.toMinutesPart() + "m";
    }
    return age.toMinutes() > 0
        ? age.toMinutes() + "m" + age.toSecondsPart() + "s"
        : Math.max(0, age.toSeconds()) + "s";
  }

  private static void append(StringBuilder text, String name, @Nullable String value) {
    if (value != null) {
      text.append("  ").append(name).append('=').append(VisibleText.word(value));
    }
  }
}
