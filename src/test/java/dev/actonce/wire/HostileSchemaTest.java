package dev.actonce.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Arrays;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schemas that others registered, and bodies made for them: neither costs more than its record. */
class HostileSchemaTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final ActionIntent INTENT = Samples.bare().intent();
  private static final AvroType<dev.actonce.wire.avro.ActionIntent> TYPE = ForeignIntent.type();

  @Test
  void readsABodyWithAnUnknownFieldInFront() {
    assertThat(decode("\"long\"", new byte[] {2})).isEqualTo(INTENT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"record\",\"name\":\"T\",\"fields\":[{\"name\":\"t\",\"type\":[\"null\",\"T\"]}]}",
        "{\"type\":\"record\",\"name\":\"L\",\"fields\":"
            + "[{\"name\":\"l\",\"type\":{\"type\":\"array\",\"items\":\"L\"}}]}",
        "{\"type\":\"record\",\"name\":\"E\",\"fields\":[{\"name\":\"e\",\"type\":\"E\"}]}"
      })
  void refusesARecursiveSchemaWithoutOverflowingTheStack(String type) {
    assertUndecodable(type, filled(900_000, 2), "recursive");
  }

  @Test
  void refusesASchemaOfMoreNodesThanItsBound() {
    StringBuilder fields = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      fields.append(i == 0 ? "" : ",").append("{\"name\":\"f" + i + "\",\"type\":\"int\"}");
    }
    assertUndecodable(
        "{\"type\":\"record\",\"name\":\"Wide\",\"fields\":[" + fields + "]}",
        new byte[1_000],
        "1000 nodes");
  }

  @Test
  void refusesASchemaThatGrowsBeyondMeasureWhenItsNamesAreFollowed() {
    String type =
        "{\"type\":\"record\",\"name\":\"R0\",\"fields\":[{\"name\":\"n\",\"type\":\"null\"}]}";
    for (int i = 1; i < 40; i++) {
      type =
          "{\"type\":\"record\",\"name\":\"R%d\",\"fields\":[{\"name\":\"a\",\"type\":%s},{\"name\":\"b\",\"type\":\"R%d\"}]}"
              .formatted(i, type, i - 1);
    }
    assertUndecodable(type, new byte[0], "1000 nodes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"null\"",
        "{\"type\":\"record\",\"name\":\"None\",\"fields\":[]}",
        "{\"type\":\"fixed\",\"name\":\"Nought\",\"size\":0}"
      })
  void refusesManyItemsThatHaveNoBytes(String items) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int block = 0; block < 1_000; block++) {
      body.writeBytes(varint(Integer.MAX_VALUE - 16));
    }
    body.write(0);
    assertUndecodable(
        "{\"type\":\"array\",\"items\":" + items + "}", body.toByteArray(), "take no bytes");
  }

  @Test
  void refusesItemsWithFieldsThatHaveNoBytes() {
    String item =
        "{\"type\":\"record\",\"name\":\"I\",\"fields\":[{\"name\":\"n\",\"type\":\"null\"}]}";

    assertUndecodable(
        "{\"type\":\"map\",\"values\":" + item + "}", new byte[] {0}, "takes no bytes, n");
  }

  @Test
  void readsItemsThatMayBeNull() {
    assertThat(decode("{\"type\":\"array\",\"items\":[\"null\",\"int\"]}", new byte[] {2, 2, 4, 0}))
        .isEqualTo(INTENT);
  }

  @Test
  void refusesABlockThatLeadsBackToItsOwnBeginning() {
    // A block of -1 items, so of one, whose size of -2 bytes leads back in front of it.
    assertUndecodable("{\"type\":\"array\",\"items\":\"int\"}", new byte[] {1, 3}, "malformed");
    assertUndecodable("{\"type\":\"map\",\"values\":\"int\"}", new byte[] {1, 3}, "malformed");
  }

  @Test
  void refusesATextOfNegativeLengthInWhatItSkips() {
    byte[] body = concat(varint(Integer.MAX_VALUE - 16), new byte[] {1});
    assertUndecodable("{\"type\":\"array\",\"items\":\"string\"}", body, "malformed");
  }

  @Test
  void refusesAnArrayThatDeclaresABillionItemsWithoutAllocatingThem() {
    Codecs codecs = new Codecs();
    byte[] good = codecs.suspects().encode(Samples.full().suspect());
    for (int at = 10; at < good.length; at++) {
      byte[] bytes = concat(Arrays.copyOf(good, at), varint(1 << 30));
      assertThat(refusal(() -> codecs.suspects().decode(bytes)).code())
          .isEqualTo(ErrorCode.UNDECODABLE);
    }
  }

  @Test
  void readsARecordWhoseSchemaHasAnInvalidDefault() {
    String text =
        schema("\"int\"").replace("\"type\":\"int\"", "\"type\":\"int\",\"default\":\"x\"");

    assertThat(WriterSchema.parse(text).getField("extra")).isNotNull();
  }

  @Test
  void refusesATextThatIsTooLongForASchema() {
    String doc = "x".repeat(WriterSchema.MAX_CHARS);
    ActOnceException refused =
        refusal(() -> WriterSchema.parse("{\"type\":\"string\",\"doc\":\"" + doc + "\"}"));

    assertThat(refused.code()).isEqualTo(ErrorCode.UNDECODABLE);
    assertThat(refused).hasMessageContaining("characters");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "null",
        "17",
        "\"no.such.Type\"",
        "{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\",\"A\"]}",
        "{\"type\":\"fixed\",\"name\":\"F\",\"size\":-1}",
        "{\"type\":\"record\",\"name\":\"1\",\"fields\":[]}",
        "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{}]}",
        "[[\"int\"]]"
      })
  void refusesWhatIsNoSchema(String text) {
    ActOnceException refused = refusal(() -> WriterSchema.parse(text));

    assertThat(refused.code()).isEqualTo(ErrorCode.UNDECODABLE);
  }

  @Test
  void refusesADeepSchemaWithoutOverflowingTheStack() {
    for (int depth : new int[] {900, 50_000}) {
      String text = "{\"type\":\"array\",\"items\":".repeat(depth) + "\"int\"" + "}".repeat(depth);
      ActOnceException refused =
          refusal(
              () -> {
                Schema deep = WriterSchema.parse(text);
                new WriterSchemas<>(TYPE).reader(deep);
              });
      assertThat(refused.code()).isEqualTo(ErrorCode.UNDECODABLE);
    }
  }

  private static ActionIntent decode(String type, byte[] extra) {
    Schema schema = WriterSchema.parse(schema(type));
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(extra);
    TYPE.writeBody(IntentMapping.toAvro(INTENT), body);
    return IntentMapping.fromAvro(
        TYPE.readBody(new WriterSchemas<>(TYPE).reader(schema), body.toByteArray(), 0));
  }

  private static void assertUndecodable(String type, byte[] extra, String hint) {
    ActOnceException refused =
        Assertions.assertTimeoutPreemptively(
            SOON, () -> refusal(() -> decode(type, extra)), "decoding goes on and on");
    assertThat(refused.code()).isEqualTo(ErrorCode.UNDECODABLE);
    assertThat(refused).hasMessageContaining(hint);
  }

  /** Our schema with a field in front that we do not know. */
  private static String schema(String type) {
    return TYPE.published()
        .toString()
        .replaceFirst(
            "(\"fields\":\\[)(\\{\"name\":\"requestId\")",
            "$1{\"name\":\"extra\",\"type\":" + type.replace("$", "\\$") + "},$2");
  }

  private static byte[] filled(int length, int value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  private static byte[] concat(byte[] head, byte[] tail) {
    byte[] all = Arrays.copyOf(head, head.length + tail.length);
    System.arraycopy(tail, 0, all, head.length, tail.length);
    return all;
  }

  /** A count as Avro writes it. */
  private static byte[] varint(long value) {
    long zigzag = (value << 1) ^ (value >> 63);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    while ((zigzag & ~0x7fL) != 0) {
      bytes.write((int) ((zigzag & 0x7f) | 0x80));
      zigzag >>>= 7;
    }
    bytes.write((int) zigzag);
    return bytes.toByteArray();
  }

  private static ActOnceException refusal(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    return catchThrowableOfType(ActOnceException.class, call);
  }
}
