package dev.actonce.core;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One wish of an agent to perform an action. Publishing the same wish again is always safe.
 *
 * @param requestId identifies this publish, not the action; unique per publish
 * @param scope who asks
 * @param action name of a tool in the catalog
 * @param intentId business identity (invoice, order, ticket); an empty string is never an id
 * @param toolCallId id that the model gave to the call; an empty string is never an id
 * @param arguments JSON object text, handed to the tool exactly as sent
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
  public ActionIntent {
    requireText("requestId", requestId);
    requireText("action", action);
    intentId = Scope.emptyToNull(intentId);
    toolCallId = Scope.emptyToNull(toolCallId);
    metadata = Map.copyOf(metadata);
  }

  /** An intent without a reply token. */
  public ActionIntent(
      String requestId,
      Scope scope,
      String action,
      @Nullable String intentId,
      @Nullable String toolCallId,
      String arguments,
      @Nullable Instant issuedAt,
      @Nullable Instant deadline,
      Map<String, String> metadata) {
    this(
        requestId,
        scope,
        action,
        intentId,
        toolCallId,
        arguments,
        issuedAt,
        deadline,
        metadata,
        null);
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

  private static void requireText(String name, String value) {
    if (value.isEmpty()) {
      throw new ActOnceException(ErrorCode.INVALID_INTENT, name + " must not be empty");
    }
  }
}
