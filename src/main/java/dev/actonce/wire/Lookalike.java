package dev.actonce.wire;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Guesses what undecodable bytes are, for messages that help their sender. */
final class Lookalike {
  /** Where producers put a schema id instead of in front of the body. */
  private static final List<String> ID_HEADERS =
      List.of("__value_schema_id", "apicurio.value.globalId", "apicurio.value.contentId");

  private Lookalike() {}

  /** As the rest of a sentence about a value. */
  static String describe(byte[] bytes, Headers headers) {
    if (bytes.length == 0) {
      return "is empty";
    }
    String what = "is " + bytes.length + " bytes ";
    for (String name : ID_HEADERS) {
      Header id = headers.lastHeader(name);
      if (id != null) {
        return what
            + "without framing, with a schema id in the header "
            + name
            + ", where it is not read; let the producer write the id in front of the value";
      }
    }
    if (looksLikeJson(bytes)) {
      return what
          + "of what looks like JSON text; an intent in JSON needs the record header "
          + JsonIntents.HEADER
          + ": "
          + JsonIntents.MEDIA_TYPE;
    }
    if (bytes[0] == 0 && bytes.length >= 9 && idOf8Bytes(bytes)) {
      return what
          + "that look like Apicurio framing with the 8-byte schema id "
          + ByteBuffer.wrap(bytes).getLong(1)
          + "; let the producer write Confluent's 4-byte ids (apicurio.registry.as-confluent)";
    }
    if (bytes[0] == 0 && bytes.length >= 5) {
      return what
          + "that look like Confluent framing with the 4-byte schema id "
          + ByteBuffer.wrap(bytes).getInt(1)
          + ", but no registry is configured; set schema-registry-url";
    }
    return what + "of unknown framing";
  }

  private static boolean looksLikeJson(byte[] bytes) {
    int at = 0;
    while (at < bytes.length && Character.isWhitespace(bytes[at])) {
      at++;
    }
    return at < bytes.length && (bytes[at] == '{' || bytes[at] == '[');
  }

  /** Registry ids are small positive numbers, so a 4-byte id of zero is half of an 8-byte one. */
  private static boolean idOf8Bytes(byte[] bytes) {
    return bytes[1] == 0 && bytes[2] == 0 && bytes[3] == 0 && bytes[4] == 0;
  }
}
