package dev.actonce.wire;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Guesses what undecodable bytes are, for messages that help their sender. */
final class Lookalike {
  /** Where producers put a schema id instead of in front of the body. */
  private static final List<String> ID_HEADERS =
      List.of("__value_schema_id", "apicurio.value.globalId", "apicurio.value.contentId");

  private static final int LONGEST_START = 4;

  /** How values begin that went through something on their way; in hexadecimal digits. */
  private static final List<Form> FORMS =
      List.of(
          Form.ofAvro("efbfbd01", "of single-object encoding that was made a text on its way"),
          Form.ofAvro("777745", "of single-object encoding in Base64"),
          Form.ofAvro("4f626a01", "of an Avro file (object container)"),
          Form.ofAvro("aced0005", "of a serialized Java object"),
          Form.ofAvro("1f8b", "of gzip data"),
          Form.ofAvro("28b52ffd", "of zstd data"),
          Form.ofAvro("04224d18", "of lz4 data"),
          new Form("efbbbf", "of text with a byte order mark; send UTF-8 without it"),
          new Form("feff", "of text in UTF-16; send UTF-8"),
          new Form("fffe", "of text in UTF-16; send UTF-8"),
          new Form("c301", "of single-object encoding that breaks off in its header"));

  private Lookalike() {}

  private record Form(String hexStart, String what) {
    static Form ofAvro(String hexStart, String what) {
      return new Form(hexStart, what + "; send the Avro bytes as they are");
    }
  }

  /** As the rest of a sentence about a value. */
  static String describe(byte[] bytes, Headers headers) {
    return bytes.length == 0
        ? "is empty"
        : "is " + bytes.length + " bytes " + inHeaderOrValue(bytes, headers);
  }

  /** The header that names a schema's id; null when there is none. */
  static @Nullable String idHeader(Headers headers) {
    for (String name : ID_HEADERS) {
      if (headers.lastHeader(name) != null) {
        return name;
      }
    }
    return null;
  }

  private static String inHeaderOrValue(byte[] bytes, Headers headers) {
    ContentType type = ContentType.of(headers);
    String idHeader = type != null && type.isAzureAvro() ? type.describe() : idHeader(headers);
    if (idHeader != null) {
      return "without framing, with a schema id in the header "
          + idHeader
          + ", where it is not read; let the producer write the id in front of the value";
    }
    if (looksLikeJson(bytes)) {
      return json(type);
    }
    return bytes[0] == 0 && bytes.length >= 5 ? confluent(bytes) : other(bytes);
  }

  private static String json(@Nullable ContentType type) {
    String needed = JsonIntents.HEADER + ": " + JsonIntents.MEDIA_TYPE;
    if (type == null) {
      return "of what looks like JSON text; an intent in JSON needs the record header " + needed;
    }
    String found = "of what looks like JSON text, with the header " + type.describe();
    return type.isCloudEvents()
        ? found + ", an envelope that is not read; send the intent itself, with " + needed
        : found + "; an intent in JSON needs " + needed;
  }

  private static String confluent(byte[] bytes) {
    if (bytes.length >= 9 && idOf8Bytes(bytes)) {
      return "that look like Apicurio framing with the 8-byte schema id "
          + ByteBuffer.wrap(bytes).getLong(1)
          + "; let the producer write Confluent's 4-byte ids (apicurio.registry.as-confluent)";
    }
    int id = ByteBuffer.wrap(bytes).getInt(1);
    return id <= 0
        ? "that look like Confluent framing with the impossible schema id " + id
        : "that look like Confluent framing with the 4-byte schema id "
            + id
            + ", but no registry is configured; set schema-registry-url";
  }

  private static String other(byte[] bytes) {
    if (isGlue(bytes)) {
      ByteBuffer id = ByteBuffer.wrap(bytes, 2, 16);
      return "that look like AWS Glue framing with the schema version "
          + new UUID(id.getLong(), id.getLong())
          + ", which is not read; let the producer write Confluent's framing or single-object"
          + " encoding";
    }
    String hex = HexFormat.of().formatHex(bytes, 0, Math.min(LONGEST_START, bytes.length));
    return FORMS.stream()
        .filter(form -> hex.startsWith(form.hexStart()))
        .map(Form::what)
        .findFirst()
        .orElse("of unknown framing");
  }

  private static boolean looksLikeJson(byte[] bytes) {
    int at = 0;
    while (at < bytes.length && Character.isWhitespace(bytes[at])) {
      at++;
    }
    // A quote begins JSON that was put into a JSON text once more.
    return at < bytes.length
        && (bytes[at] == '{'
            || bytes[at] == '['
            || (bytes[at] == '"' && at + 1 < bytes.length && bytes[at + 1] == '{'));
  }

  /** Registry ids are small positive numbers, so a 4-byte id of zero is half of an 8-byte one. */
  private static boolean idOf8Bytes(byte[] bytes) {
    return bytes[1] == 0 && bytes[2] == 0 && bytes[3] == 0 && bytes[4] == 0;
  }

  /** A version byte, how the rest is compressed (0: not, 5: zlib), a UUID. */
  private static boolean isGlue(byte[] bytes) {
    return bytes.length >= 18 && bytes[0] == 3 && (bytes[1] == 0 || bytes[1] == 5);
  }
}
