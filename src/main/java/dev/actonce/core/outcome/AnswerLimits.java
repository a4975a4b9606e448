package dev.actonce.core.outcome;

import dev.actonce.core.ToolPolicy;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of what an outcome repeats from a tool or a person. Whatever a tool answers, the record of
 * its outcome fits: an outcome that can never be written would keep its key claimed for good, while
 * the effect has long happened.
 */
public final class AnswerLimits {
  /** Longest result, in UTF-8 bytes. */
  public static final int RESULT_BYTES = ToolPolicy.Memory.MAX_RESULT_BYTES;

  /** Longest reference, message or reason, in UTF-8 bytes. */
  public static final int TEXT_BYTES = 16 * 1024;

  /** Longest code or name, in UTF-8 bytes. */
  public static final int NAME_BYTES = 1024;

  /**
   * Stands in place of a longer result. The action succeeded all the same; its reference, or the
   * target system, leads to the result.
   */
  public static final String RESULT_TOO_LARGE =
      "{\"code\":\"RESULT_TOO_LARGE\",\"maxBytes\":" + RESULT_BYTES + "}";

  private AnswerLimits() {}

  /** The result, or {@link #RESULT_TOO_LARGE} in place of one that is too large. */
  public static @Nullable String result(@Nullable String result) {
    return exceeds(result, RESULT_BYTES) ? RESULT_TOO_LARGE : result;
  }

  /** The text, cut to {@link #TEXT_BYTES}. */
  public static @Nullable String text(@Nullable String text) {
    return cut(text, TEXT_BYTES);
  }

  /** The code or name, cut to {@link #NAME_BYTES}. */
  public static @Nullable String name(@Nullable String name) {
    return cut(name, NAME_BYTES);
  }

  /** The answer within all bounds. */
  public static OutcomeEvent.Answer answer(OutcomeEvent.Answer answer) {
    return new OutcomeEvent.Answer(
        result(answer.result()),
        text(answer.reference()),
        name(answer.errorCode()),
        text(answer.errorMessage()),
        answer.advice());
  }

  /** Whether a text is longer than a bound in UTF-8 bytes. */
  public static boolean exceeds(@Nullable String text, int limit) {
    // A char has one to three bytes, so most texts need no count.
    return text != null
        && text.length() > limit / 3
        && text.getBytes(StandardCharsets.UTF_8).length > limit;
  }

  /** The text if it is within a bound in UTF-8 bytes, else as much of it as surely is. */
  public static @Nullable String cut(@Nullable String text, int limit) {
    return text != null && exceeds(text, limit) ? text.substring(0, limit / 3) : text;
  }
}
