package dev.actonce.core.gate;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ReplyToken;
import dev.actonce.core.Scope;
import dev.actonce.core.outcome.AnswerLimits;
import dev.actonce.core.outcome.OutcomeEvent;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Bounds that keep every record the gate writes well below what its producer and its topics take,
 * so that no input can make a write fail for its size. With arguments of at most 256 KiB (see
 * {@link dev.actonce.core.key.KeyDeriver}) an approved action stays below 400 KiB.
 */
public final class Limits {
  /** Longest id or name in an intent, in UTF-8 bytes. */
  public static final int ID_BYTES = 1024;

  /** All metadata of an intent together, in UTF-8 bytes. */
  public static final int METADATA_BYTES = 64 * 1024;

  private Limits() {}

  /** Why an intent is too large to be handled at all; null when it is not. */
  static @Nullable Rejection violation(ActionIntent intent) {
    for (Map.Entry<String, @Nullable String> id : ids(intent).entrySet()) {
      if (AnswerLimits.exceeds(id.getValue(), ID_BYTES)) {
        return new Rejection(
            Rejection.Code.INVALID_INTENT,
            id.getKey() + " is longer than " + ID_BYTES + " bytes; send a shorter one");
      }
    }
    long metadataBytes = 0;
    for (Map.Entry<String, String> label : intent.metadata().entrySet()) {
      metadataBytes += bytes(label.getKey()) + bytes(label.getValue());
    }
    return metadataBytes > METADATA_BYTES
        ? new Rejection(
            Rejection.Code.INVALID_INTENT,
            "metadata has "
                + metadataBytes
                + " bytes, "
                + METADATA_BYTES
                + " are allowed; send"
                + " references instead of contents")
        : null;
  }

  /**
   * The intent with every id cut to its bound, so that its refusal can be told. The token stays,
   * because its hash is told, which is short and proves to its publisher that it is refused.
   */
  static ActionIntent cut(ActionIntent intent) {
    return new ActionIntent(
        required(intent.requestId()),
        cut(intent.scope()),
        required(intent.action()),
        id(intent.intentId()),
        id(intent.toolCallId()),
        intent.arguments(),
        intent.issuedAt(),
        intent.deadline(),
        Map.of(),
        intent.replyToken());
  }

  /**
   * The event as far as the gate keeps and repeats it, should a foreign executor know no bounds.
   */
  static OutcomeEvent cut(OutcomeEvent event) {
    OutcomeEvent.History history = event.history();
    OutcomeEvent.About about = event.about();
    return event
        .withAbout(
            new OutcomeEvent.About(
                required(about.requestId()),
                id(about.originalRequestId()),
                required(about.action()),
                cut(about.scope()),
                id(about.intentId()),
                id(about.toolCallId()),
                about.replyHash()))
        .withAnswer(AnswerLimits.answer(event.answer()))
        .withHistory(
            history
                .withClaim(id(history.claimId()))
                .withSettlement(
                    id(history.settledBy()), AnswerLimits.text(history.settledReason())));
  }

  private static Scope cut(Scope scope) {
    return new Scope(
        required(scope.tenant()), id(scope.session()), id(scope.run()), id(scope.agent()));
  }

  private static Map<String, @Nullable String> ids(ActionIntent intent) {
    Map<String, @Nullable String> ids = new LinkedHashMap<>();
    ids.put("requestId", intent.requestId());
    ids.put("action", intent.action());
    ids.put("tenant", intent.scope().tenant());
    ids.put("session", intent.scope().session());
    ids.put("run", intent.scope().run());
    ids.put("agent", intent.scope().agent());
    ids.put("intentId", intent.intentId());
    ids.put("toolCallId", intent.toolCallId());
    ReplyToken token = intent.replyToken();
    ids.put("replyToken", token == null ? null : token.value());
    return ids;
  }

  private static String required(String id) {
    return Objects.requireNonNull(id(id));
  }

  private static @Nullable String id(@Nullable String id) {
    return AnswerLimits.cut(id, ID_BYTES);
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
