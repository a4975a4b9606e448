package dev.actonce.wire;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The media type that a record's last content type header names, however it is spelled: {@code
 * content-type}, {@code contentType}, {@code content_type}, in any case; the value with parameters,
 * in any case, or as a JSON text, quotes included, as Spring writes it.
 *
 * @param header the name as it was sent
 * @param value the value as it was sent, on one line
 */
record ContentType(String header, String value) {
  private static final String NAME = "contenttype";
  private static final int MAX_SHOWN = 100;
  private static final int MAX_NAME_CHARS = 32;

  /** Null when there is none. */
  static @Nullable ContentType of(Headers headers) {
    ContentType last = null;
    for (Header header : headers) {
      if (isName(header.key())) {
        byte @Nullable [] value = header.value();
        last =
            new ContentType(
                header.key(), value == null ? "" : new String(value, StandardCharsets.UTF_8));
      }
    }
    return last;
  }

  private static boolean isName(String key) {
    return key.length() <= MAX_NAME_CHARS
        && key.replace("-", "").replace("_", "").equalsIgnoreCase(NAME);
  }

  /** Whether the value is JSON that is the intent itself: {@code application/json} and the like. */
  boolean isJson() {
    String type = mediaType();
    boolean suffix = type.startsWith("application/") && type.endsWith("+json");
    return type.equals(JsonIntents.MEDIA_TYPE)
        || type.equals("text/json")
        || (suffix && !isCloudEvents());
  }

  /** Whether the value is an envelope of CloudEvents, with the intent somewhere inside. */
  boolean isCloudEvents() {
    return mediaType().startsWith("application/cloudevents");
  }

  /** Azure's registry names the schema's id behind a plus sign, and puts nothing in the value. */
  boolean isAzureAvro() {
    return mediaType().startsWith("avro/binary+");
  }

  /** Lower case, without parameters and quotes. */
  private String mediaType() {
    String text = value.strip();
    boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
    String bare = quoted ? text.substring(1, text.length() - 1) : text;
    return bare.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  /** For messages. */
  String describe() {
    return header + ": " + Texts.line(value, MAX_SHOWN);
  }
}
