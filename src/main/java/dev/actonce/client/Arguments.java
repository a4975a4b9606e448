package dev.actonce.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;

/** Writes arguments as JSON text. */
final class Arguments {
  /** NaN stays bare, so that it is refused instead of becoming the text "NaN". */
  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS).build();

  private Arguments() {}

  static String write(Object value) {
    String json;
    try {
      json = MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_INTENT,
          "arguments of "
              + value.getClass()
              + " cannot be written as JSON: "
              + e.getOriginalMessage()
              + "; pass a map of plain values, or the JSON text itself",
          e);
    }
    if (!json.startsWith("{")) {
      throw new ActOnceException(
          ErrorCode.INVALID_INTENT,
          "arguments of " + value.getClass() + " are no JSON object; pass a map or a bean");
    }
    return json;
  }
}
