package dev.actonce.lab.demo.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.actonce.client.Intent;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.lab.demo.DemoJson;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One tool call as a page sends it: {@code {"action":..,"arguments":{..}}}, and, as far as the page
 * has them, {@code intentId}, {@code toolCallId}, {@code session} and {@code run}.
 *
 * @param action the tool
 * @param arguments JSON object text, digits as sent
 * @param intentId business id
 * @param toolCallId id that the model gave to the call
 * @param session the conversation
 * @param run one execution of the agent
 */
record PageCall(
    String action,
    String arguments,
    @Nullable String intentId,
    @Nullable String toolCallId,
    @Nullable String session,
    @Nullable String run) {
  private static final Set<String> MEMBERS =
      Set.of("action", "arguments", "intentId", "toolCallId", "session", "run");

  /**
   * Reads a body.
   *
   * @throws ActOnceException INVALID_INTENT with what is wrong
   */
  static PageCall parse(String body) {
    return of(
        DemoJson.parseObject(body).orElseThrow(() -> invalid("the body is not one JSON object")));
  }

  private static PageCall of(JsonNode call) {
    Set<String> unknown = new TreeSet<>();
    call.fieldNames().forEachRemaining(unknown::add);
    unknown.removeAll(MEMBERS);
    if (!unknown.isEmpty()) {
      throw invalid("unknown members " + unknown);
    }
    String action = text(call, "action").orElseThrow(() -> invalid("'action' is missing"));
    if (!(call.path("arguments") instanceof ObjectNode arguments)) {
      throw invalid("'arguments' is no object");
    }
    return new PageCall(
        action,
        DemoJson.write(arguments),
        text(call, "intentId").orElse(null),
        text(call, "toolCallId").orElse(null),
        text(call, "session").orElse(null),
        text(call, "run").orElse(null));
  }

  private static Optional<String> text(JsonNode call, String name) {
    JsonNode value = call.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isTextual()) {
      throw invalid("'" + name + "' is no text");
    }
    return Optional.of(value.textValue()).filter(text -> !text.isBlank());
  }

  /** The intent that the call asks for. */
  Intent intent() {
    Intent.Builder intent = Intent.action(action).arguments(arguments);
    Optional.ofNullable(intentId).ifPresent(intent::intentId);
    Optional.ofNullable(toolCallId).ifPresent(intent::toolCallId);
    Optional.ofNullable(session).ifPresent(intent::session);
    Optional.ofNullable(run).ifPresent(intent::run);
    return intent.build();
  }

  private static ActOnceException invalid(String what) {
    return new ActOnceException(
        ErrorCode.INVALID_INTENT,
        what + "; send {\"action\":\"charge_card\",\"intentId\":\"..\",\"arguments\":{..}}");
  }
}
