package dev.actonce.lab.demo.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.actonce.client.ActOnceClient;
import dev.actonce.client.Latest;
import dev.actonce.client.Publication;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCategory;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.lab.demo.DemoJson;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns a tool call into an intent, waits a while, and answers what is known: 200 with the final
 * outcome, 202 while there is none, 400 for a wrong call, 503 while nothing can be published. After
 * any answer or none, the same call may be posted again. Thread-safe.
 */
final class SubmitEndpoint {
  private final ActOnceClient client;
  private final Duration patience;

  /** A status code and a JSON object. */
  record Reply(int status, ObjectNode body) {}

  /**
   * @param patience longest wait for a final outcome; shorter than the page's own time-out
   */
  SubmitEndpoint(ActOnceClient client, Duration patience) {
    this.client = client;
    this.patience = patience;
  }

  Reply post(String body) {
    try {
      Publication publication = client.publish(PageCall.parse(body).intent());
      Latest latest = publication.await(patience);
      publication.stopWaiting(); // Whoever wants to know more posts again.
      return new Reply(latest.isFinal() ? 200 : 202, outcome(publication, latest));
    } catch (ActOnceException e) {
      return new Reply(status(e), error(e.code().name(), String.valueOf(e.getMessage())));
    }
  }

  static ObjectNode error(String code, String message) {
    ObjectNode json = DemoJson.object();
    json.putObject("error").put("code", code).put("message", message);
    return json;
  }

  private static int status(ActOnceException e) {
    return e.code().category() == ErrorCategory.USER ? 400 : 503;
  }

  private static ObjectNode outcome(Publication publication, Latest latest) {
    ObjectNode json = DemoJson.object();
    json.put("status", latest.status().map(Enum::name).orElse("PENDING"));
    json.put("advice", latest.advice());
    json.put("requestId", publication.requestId());
    publication.key().ifPresent(key -> json.put("key", key.toString()));
    latest.outcome().ifPresent(event -> describe(event, json));
    return json;
  }

  private static void describe(OutcomeEvent event, ObjectNode json) {
    OutcomeEvent.Answer answer = event.answer();
    put(json, "originalRequestId", event.about().originalRequestId());
    put(json, "reference", answer.reference());
    put(json, "errorCode", answer.errorCode());
    put(json, "errorMessage", answer.errorMessage());
    json.put("duplicates", event.history().duplicates());
    Optional<JsonNode> result = Optional.ofNullable(answer.result()).flatMap(DemoJson::parseObject);
    result.ifPresent(value -> json.set("result", value));
  }

  private static void put(ObjectNode json, String name, @Nullable String value) {
    if (value != null) {
      json.put(name, value);
    }
  }
}
