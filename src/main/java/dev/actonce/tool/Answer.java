package dev.actonce.tool;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An HTTP answer as far as it arrived. The status is known even when the body broke off. */
final class Answer {
  /** How much of the body arrived. */
  enum Body {
    COMPLETE,
    BROKEN_OFF,
    LATE,
    TOO_LARGE
  }

  private static final Pattern CHARSET =
      Pattern.compile("charset\\s*=\\s*\"?([A-Za-z0-9._:+-]+)", Pattern.CASE_INSENSITIVE);
  private static final int EXCERPT_LENGTH = 300;

  private final int status;
  private final String contentType;
  private final Body body;
  private final byte[] bytes;

  Answer(int status, String contentType, Body body, byte[] bytes) {
    this.status = status;
    this.contentType = contentType.toLowerCase(Locale.ROOT);
    this.body = body;
    this.bytes = bytes;
  }

  int status() {
    return status;
  }

  boolean isSuccess() {
    return status >= 200 && status <= 299;
  }

  Body body() {
    return body;
  }

  boolean isEmpty() {
    return bytes.length == 0;
  }

  boolean isDeclaredJson() {
    String type = contentType.split(";", 2)[0].strip();
    return type.equals("application/json") || type.endsWith("+json");
  }

  /** The body as text, or empty if it is none in its declared charset (UTF-8 by default). */
  Optional<String> text() {
    try {
      return Optional.of(
          charset()
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(bytes))
              .toString());
    } catch (CharacterCodingException
        | IllegalCharsetNameException
        | UnsupportedCharsetException e) {
      return Optional.empty();
    }
  }

  /** Status and the start of the body, for people. */
  String summary() {
    String text = new String(bytes, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}+", " ").strip();
    String excerpt =
        text.length() > EXCERPT_LENGTH ? text.substring(0, EXCERPT_LENGTH) + "..." : text;
    return "the provider answered " + status + (excerpt.isEmpty() ? "" : ": " + excerpt);
  }

  private Charset charset() {
    Matcher matcher = CHARSET.matcher(contentType);
    return matcher.find() && !isDeclaredJson()
        ? Charset.forName(matcher.group(1))
        : StandardCharsets.UTF_8;
  }
}
