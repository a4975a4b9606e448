package dev.actonce.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.outcome.AnswerLimits;
import dev.actonce.core.outcome.OutcomeEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/**
 * Outcomes in JSON, for agents without Avro. The members are the fields of {@code
 * schemas/OutcomeEvent.avsc} that have a value; {@code interop.md} shows the form.
 */
public final class JsonOutcomes {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  private JsonOutcomes() {}

  /**
   * The event as UTF-8 text. What exceeds the {@link AnswerLimits} is cut as it is elsewhere, and a
   * result that would make the text longer than {@code maxBytes}, because it is no JSON and must be
   * escaped, is left to the note that stands in place of too large ones.
   *
   * @return the text, which is longer than {@code maxBytes} only if ids and names make it so
   */
  public static byte[] encode(OutcomeEvent event, int maxBytes) {
    OutcomeEvent.Answer answer = AnswerLimits.answer(event.answer());
    byte[] text = write(event.withAnswer(answer));
    return text.length <= maxBytes
        ? text
        : write(event.withAnswer(answer.withResult(AnswerLimits.RESULT_TOO_LARGE)));
  }

  private static byte[] write(OutcomeEvent event) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1_024);
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      dev.actonce.wire.avro.OutcomeEvent avro = OutcomeMapping.toAvro(event);
      if (ReplyHash.NONE.equals(event.about().replyHash())) {
        avro.setReplyHash(null);
      }
      record(json, avro);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot fail to be written", e);
    }
    return bytes.toByteArray();
  }

  private static void record(JsonGenerator json, IndexedRecord record) throws IOException {
    json.writeStartObject();
    for (Schema.Field field : record.getSchema().getFields()) {
      Object value = record.get(field.pos());
      if (value != null) {
        json.writeFieldName(field.name());
        value(json, field, value);
      }
    }
    json.writeEndObject();
  }

  private static void value(JsonGenerator json, Schema.Field field, Object value)
      throws IOException {
    if (value instanceof IndexedRecord record) {
      record(json, record);
    } else if (value instanceof Integer number) {
      json.writeNumber(number);
    } else if (value instanceof Long number) {
      json.writeNumber(number);
    } else if (value instanceof Instant || value instanceof Enum<?>) {
      json.writeString(value.toString());
    } else if (value instanceof String text) {
      if (JsonRecordReader.JSON.equals(field.getProp(JsonRecordReader.CONTENT)) && isJson(text)) {
        json.writeRawValue(text);
      } else {
        json.writeString(text);
      }
    } else {
      throw new IllegalStateException("no JSON form for " + field);
    }
  }

  /** Whether a text is exactly one JSON value, so that it may stand inside another. */
  private static boolean isJson(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() == null) {
        return false;
      }
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }
}
