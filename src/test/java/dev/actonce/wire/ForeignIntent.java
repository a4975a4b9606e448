package dev.actonce.wire;

import dev.actonce.core.ActionIntent;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/** Intents as producers of another language and a newer version make them. */
final class ForeignIntent {
  private ForeignIntent() {}

  static AvroType<dev.actonce.wire.avro.ActionIntent> type() {
    return AvroType.of(new dev.actonce.wire.avro.ActionIntent());
  }

  /** Our schema, with a nullable decimal in front that we do not know. */
  static Schema schemaWithPrice() {
    String price =
        "{\"name\":\"price\",\"type\":[\"null\",{\"type\":\"bytes\",\"logicalType\":\"decimal\","
            + "\"precision\":4,\"scale\":2}],\"default\":null},";
    String ours = type().published().toString();
    return new Schema.Parser()
        .parse(
            ours.replaceFirst("(\"fields\":\\[)(\\{\"name\":\"requestId\")", "$1" + price + "$2"));
  }

  /** An intent in a schema that marks no Java strings, so that its texts are Utf8. */
  static GenericRecord in(Schema schema, ActionIntent intent) {
    GenericRecord record = new GenericData.Record(schema);
    GenericRecord known = type().toGeneric(IntentMapping.toAvro(intent));
    known.getSchema().getFields().forEach(f -> record.put(f.name(), known.get(f.pos())));
    return record;
  }

  static ByteBuffer unscaled(BigDecimal price) {
    return ByteBuffer.wrap(price.unscaledValue().toByteArray());
  }
}
