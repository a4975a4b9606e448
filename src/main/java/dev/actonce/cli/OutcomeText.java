package dev.actonce.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.actonce.core.VisibleText;
import dev.actonce.core.outcome.OutcomeEvent;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An outcome as a line for people, or as one JSON object with the fields of the Avro schema. */
final class OutcomeText {
  private static final ObjectMapper JSON = new ObjectMapper();

  private OutcomeText() {}

  static String line(OutcomeEvent event) {
    StringBuilder line = new StringBuilder();
    line.append(event.at()).append("  ");
    line.append(String.format(Locale.ROOT, "%-13s", event.status()));
    line.append(VisibleText.word(event.about().action()));
    append(line, "tenant", event.about().scope().tenant());
    append(line, "intentId", event.about().intentId());
    append(line, "key", event.key());
    append(line, "reference", event.answer().reference());
    append(line, "error", event.answer().errorCode());
    append(line, "cause", event.history().cause());
    append(line, "settledBy", event.history().settledBy());
    return line.toString();
  }

  static String json(OutcomeEvent event) {
    ObjectNode node = JSON.createObjectNode();
    put(node, "key", event.key());
    node.put("generation", event.generation());
    node.put("requestId", event.about().requestId());
    put(node, "originalRequestId", event.about().originalRequestId());
    node.put("action", event.about().action());
    ObjectNode scope = node.putObject("scope");
    put(scope, "tenant", event.about().scope().tenant());
    put(scope, "session", event.about().scope().session());
    put(scope, "run", event.about().scope().run());
    put(scope, "agent", event.about().scope().agent());
    put(node, "intentId", event.about().intentId());
    put(node, "toolCallId", event.about().toolCallId());
    put(node, "status", event.status());
    result(node, event.answer().result());
    put(node, "errorCode", event.answer().errorCode());
    put(node, "errorMessage", event.answer().errorMessage());
    node.put("advice", event.answer().advice());
    node.put("attempts", event.history().attempts());
    node.put("duplicates", event.history().duplicates());
    put(node, "cause", event.history().cause());
    put(node, "reference", event.answer().reference());
    put(node, "claimId", event.history().claimId());
    put(node, "settledBy", event.history().settledBy());
    put(node, "settledReason", event.history().settledReason());
    put(node, "admittedAt", event.history().admittedAt());
    put(node, "finishedAt", event.history().finishedAt());
    put(node, "at", event.at());
    put(node, "publisher", event.publisher());
    return node.toString();
  }

  /** A result that is JSON is shown as JSON, any other text as a string. */
  private static void result(ObjectNode node, @Nullable String result) {
    if (result == null) {
      return;
    }
    try {
      node.set("result", JSON.readTree(result));
    } catch (JsonProcessingException e) {
      node.put("result", result);
    }
  }

  private static void put(ObjectNode node, String name, @Nullable Object value) {
    if (value != null) {
      node.put(name, value.toString());
    }
  }

  private static void append(StringBuilder line, String name, @Nullable Object value) {
    if (value != null) {
      line.append("  ").append(name).append('=').append(VisibleText.word(value.toString()));
    }
  }
}
