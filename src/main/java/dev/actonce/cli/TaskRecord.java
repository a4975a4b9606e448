package dev.actonce.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeEvent.History;
import dev.actonce.core.outcome.OutcomeEvent.Publisher;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An outcome as a record of an agent's task, for tools that measure how reliable agents are. The
 * page {@code reliability-export.md} is its contract. No arguments, no results. Pure.
 */
final class TaskRecord {
  /** Name of this form; another number means that a member has another meaning. */
  static final String SCHEMA = "actonce.task-record/1";

  private static final ObjectMapper JSON = new ObjectMapper();

  private TaskRecord() {}

  static String json(OutcomeEvent event) {
    History history = event.history();
    ObjectNode node = JSON.createObjectNode();
    node.put("schema", SCHEMA);
    if (event.key() != null && event.generation() > 0) {
      node.put("task_id", event.key().value() + "/" + event.generation());
    }
    node.put("request_id", event.about().requestId());
    put(node, "original_request_id", event.about().originalRequestId());
    node.put("tenant", event.about().scope().tenant());
    put(node, "session_id", event.about().scope().session());
    put(node, "run_id", event.about().scope().run());
    put(node, "agent_id", event.about().scope().agent());
    node.put("tool", event.about().action());
    put(node, "tool_call_id", event.about().toolCallId());
    put(node, "intent_id", event.about().intentId());
    node.put("attempt", history.attempts());
    node.put("status", lower(event.status()));
    node.put("verdict", verdict(event));
    node.put("duplicate", isDuplicate(event));
    put(node, "duplicate_cause", history.cause() == null ? null : lower(history.cause()));
    node.put("duplicates_so_far", history.duplicates());
    node.put("final", event.status().isFinal());
    success(event).ifPresent(success -> node.put("success", success));
    put(node, "error_code", event.answer().errorCode());
    put(node, "reference", event.answer().reference());
    put(node, "settled_by", history.settledBy());
    put(node, "started_at", history.admittedAt());
    put(node, "ended_at", history.finishedAt());
    put(node, "recorded_at", event.at());
    latency(event).ifPresent(latency -> node.put("latency_ms", latency.toMillis()));
    return node.toString();
  }

  /** Only the gate's answer to a blocked publish has a cause. */
  private static boolean isDuplicate(OutcomeEvent event) {
    return event.history().cause() != null;
  }

  private static String verdict(OutcomeEvent event) {
    if (event.publisher() == Publisher.EXECUTOR) {
      return "admitted";
    }
    return switch (event.status()) {
      case CONFLICT, REJECTED -> lower(event.status());
      case SUCCEEDED, FAILED, UNKNOWN, ALREADY_DONE, IN_PROGRESS ->
          isDuplicate(event) ? lower(event.status()) : "follow_up";
    };
  }

  /** Empty while it is open. */
  private static Optional<Boolean> success(OutcomeEvent event) {
    return switch (event.status()) {
      case SUCCEEDED, ALREADY_DONE -> Optional.of(true);
      case FAILED, CONFLICT, REJECTED -> Optional.of(false);
      case UNKNOWN, IN_PROGRESS -> Optional.empty();
    };
  }

  /** Of the action itself; its two times come from two clocks, so it may be off by their skew. */
  private static Optional<Duration> latency(OutcomeEvent event) {
    Instant start = event.history().admittedAt();
    Instant end = event.history().finishedAt();
    if (event.publisher() != Publisher.EXECUTOR || start == null || end == null) {
      return Optional.empty();
    }
    return Optional.of(end.isBefore(start) ? Duration.ZERO : Duration.between(start, end));
  }

  private static void put(ObjectNode node, String name, @Nullable Object value) {
    if (value != null) {
      node.put(name, value.toString());
    }
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
