package dev.actonce.wire;

/** Guesses what undecodable bytes are, for messages that help their sender. */
final class Lookalike {
  private Lookalike() {}

  static String describe(byte[] bytes) {
    if (bytes.length == 0) {
      return "empty";
    }
    if (looksLikeJson(bytes)) {
      return bytes.length
          + " bytes of what looks like JSON text; an intent in JSON needs the record header "
          + JsonIntents.HEADER
          + ": "
          + JsonIntents.MEDIA_TYPE;
    }
    if (bytes[0] == 0 && bytes.length >= 9 && idOf8Bytes(bytes)) {
      return bytes.length + " bytes that look like Apicurio framing with an 8-byte schema id";
    }
    if (bytes[0] == 0 && bytes.length >= 5) {
      return bytes.length + " bytes that look like Confluent framing with a 4-byte schema id";
    }
    return bytes.length + " bytes of unknown framing";
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
