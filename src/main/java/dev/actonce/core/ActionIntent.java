package dev.actonce.core;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One wish of an agent to perform an action. Publishing the same wish again is always safe.
 *
 * @param requestId identifies this publish, not the action; unique per publish
 * @param scope who asks
 * @param action name of a tool in the catalog
 * @param intentId business identity (invoice, order, ticket); an empty string is never an id
 * @param toolCallId id that the model gave to the call; an empty string is never an id
 * @param arguments JSON object text, handed to the tool exactly as sent. What agents send for a
 *     call without arguments, which is nothing but white space, {@code null}, {@code ""} or {@code
 *     "{}"} as a JSON string, is {@code {}}
 * @param issuedAt when the agent first wanted the action; lets a too late retry be refused
 * @param deadline after this instant the action must not start any more
 * @param metadata free labels, never part of the key
 * @param replyToken secret of this publish; null if its publisher cannot tell a false answer
 */
public record ActionIntent(
    String requestId,
    Scope scope,
    String action,
    @Nullable String intentId,
    @Nullable String toolCallId,
    String arguments,
    @Nullable Instant issuedAt,
    @Nullable Instant deadline,
    Map<String, String> metadata,
    @Nullable ReplyToken replyToken) {
  private static final Set<String> NO_ARGUMENTS = Set.of("", "null", "\"\"", "\"{}\"");
  private static final String ARGUMENTS_LEFT_OUT = "(arguments left out)";

  public ActionIntent {
    requireText("requestId", requestId);
    requireText("action", action);
    intentId = Scope.emptyToNull(intentId);
    toolCallId = Scope.emptyToNull(toolCallId);
    arguments = NO_ARGUMENTS.contains(stripped(arguments)) ? "{}" : arguments;
    metadata = Map.copyOf(metadata);
  }

  /** An intent with nothing but what each must have. */
  public static ActionIntent of(String requestId, Scope scope, String action, String arguments) {
    return new ActionIntent(
        requestId, scope, action, null, null, arguments, null, null, Map.of(), null);
  }

  /** This intent with another business identity, or with none. */
  public ActionIntent withIntentId(@Nullable String other) {
    return new ActionIntent(
        requestId,
        scope,
        action,
        other,
        toolCallId,
        arguments,
        issuedAt,
        deadline,
        metadata,
        replyToken);
  }

  /** This intent with another id of the model's call, or with none. */
  public ActionIntent withToolCallId(@Nullable String other) {
    return new ActionIntent(
        requestId,
        scope,
        action,
        intentId,
        other,
        arguments,
        issuedAt,
        deadline,
        metadata,
        replyToken);
  }

  /** This intent with another time at which it was first wanted. */
  public ActionIntent withIssuedAt(@Nullable Instant other) {
    return new ActionIntent(
        requestId,
        scope,
        action,
        intentId,
        toolCallId,
        arguments,
        other,
        deadline,
        metadata,
        replyToken);
  }

  /** This intent with another deadline, or with none. */
  public ActionIntent withDeadline(@Nullable Instant other) {
    return new ActionIntent(
        requestId,
        scope,
        action,
        intentId,
        toolCallId,
        arguments,
        issuedAt,
        other,
        metadata,
        replyToken);
  }

  /** This intent with other labels. */
  public ActionIntent withMetadata(Map<String, String> other) {
    return new ActionIntent(
        requestId,
        scope,
        action,
        intentId,
        toolCallId,
        arguments,
        issuedAt,
        deadline,
        other,
        replyToken);
  }

  /** This intent with another token, or with none. */
  public ActionIntent withReplyToken(@Nullable ReplyToken token) {
    return new ActionIntent(
        requestId,
        scope,
        action,
        intentId,
        toolCallId,
        arguments,
        issuedAt,
        deadline,
        metadata,
        token);
  }

  /**
   * The intent without arguments and metadata, for a place that needs only its identity; a text
   * that is no JSON stands in place of the arguments.
   */
  public ActionIntent withoutArguments() {
    return new ActionIntent(
        requestId,
        scope,
        action,
        intentId,
        toolCallId,
        ARGUMENTS_LEFT_OUT,
        issuedAt,
        deadline,
        Map.of(),
        replyToken);
  }

  /** Whether its arguments are there. */
  public boolean hasArguments() {
    return !arguments.equals(ARGUMENTS_LEFT_OUT);
  }

  /** Without the white space of JSON around it, which is not what {@link String#strip} takes. */
  private static String stripped(String json) {
    int from = 0;
    int to = json.length();
    while (from < to && isWhitespace(json.charAt(from))) {
      from++;
    }
    while (from < to && isWhitespace(json.charAt(to - 1))) {
      to--;
    }
    return json.substring(from, to);
  }

  private static boolean isWhitespace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  private static void requireText(String name, String value) {
    if (value.isEmpty()) {
      throw new ActOnceException(ErrorCode.INVALID_INTENT, name + " must not be empty");
    }
  }
}
