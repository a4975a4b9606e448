package dev.actonce.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ErrorCode;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that are no value: refused with a message that helps their sender, whatever they are. */
class UndecodableTest {
  private static final int HEADER_BYTES = 10;
  private static final int MUTATIONS = 5_000;
  private static final Codec<ActionIntent> CODEC = new Codecs().intents();
  private static final byte[] GOOD = CODEC.encode(Samples.full().intent());

  @Test
  void refusesNoBytes() {
    assertUndecodable(new byte[0], "is empty");
  }

  @Test
  void refusesTooFewBytes() {
    assertUndecodable(new byte[] {1, 2, 3}, "3 bytes of unknown framing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"action\":\"pay\"}", "[1]", " {\"action\":\"pay\"}", "\n[]"})
  void recognisesJson(String json) {
    assertUndecodable(json.getBytes(UTF_8), "JSON");
  }

  @Test
  void recognisesConfluentFraming() {
    assertUndecodable(new byte[] {0, 0, 0, 1, 17, 2, 'a'}, "Confluent");
  }

  @Test
  void recognisesConfluentFramingWithALongBody() {
    assertUndecodable(new byte[] {0, 0, 0, 0, 9, 2, 'a', 2, 'b', 2, 'c'}, "Confluent");
  }

  @Test
  void recognisesApicurioFraming() {
    assertUndecodable(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 9, 2, 'a'}, "Apicurio");
  }

  @Test
  void namesTheSettingThatReadsConfluentFraming() {
    assertUndecodable(new byte[] {0, 0, 0, 1, 17, 2, 'a'}, "id 273, but no registry is configured");
    assertUndecodable(new byte[] {0, 0, 0, 1, 17, 2, 'a'}, "set schema-registry-url");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"__value_schema_id", "apicurio.value.globalId", "apicurio.value.contentId"})
  void namesTheHeaderThatHoldsASchemaId(String header) {
    RecordHeaders headers = new RecordHeaders();
    headers.add(header, new byte[17]);
    ActOnceException refused =
        catchThrowableOfType(
            ActOnceException.class, () -> CODEC.decode(new byte[] {72, 'a'}, headers));

    assertThat(refused.code()).isEqualTo(ErrorCode.UNDECODABLE);
    assertThat(refused).hasMessageContaining(header).hasMessageContaining("in front of the value");
  }

  @Test
  void refusesNull() {
    ActOnceException refused =
        catchThrowableOfType(ActOnceException.class, () -> CODEC.decode(null));

    assertThat(refused.code()).isEqualTo(ErrorCode.UNDECODABLE);
    assertThat(refused).hasMessageContaining("has no value; expected ActionIntent");
  }

  @Test
  void namesTheHeaderThatAnnouncesAnEnvelope() {
    RecordHeaders headers = new RecordHeaders();
    headers.add("contentType", "application/cloudevents+json; charset=UTF-8".getBytes(UTF_8));
    ActOnceException refused =
        catchThrowableOfType(
            ActOnceException.class, () -> CODEC.decode("{\"data\":{}}".getBytes(UTF_8), headers));

    assertThat(refused)
        .hasMessageContaining("contentType: application/cloudevents+json; charset=UTF-8")
        .hasMessageContaining("send the intent itself, with content-type: application/json");
  }

  @Test
  void showsAHeaderOnOneLineAndCutsIt() {
    RecordHeaders headers = new RecordHeaders();
    headers.add("content-type", ("a\n\u001b[31m" + "x".repeat(10_000)).getBytes(UTF_8));
    ActOnceException refused =
        catchThrowableOfType(
            ActOnceException.class, () -> CODEC.decode("{}".getBytes(UTF_8), headers));

    assertThat(refused.getMessage()).hasSizeLessThan(400).contains("content-type: a??[31mxxx");
  }

  @Test
  void recognisesGlueFraming() {
    byte[] bytes = new byte[30];
    bytes[0] = 3;
    bytes[2] = (byte) 0xab;

    assertUndecodable(bytes, "AWS Glue framing with the schema version ab000000-0000-");
  }

  @Test
  void recognisesAnAzureSchemaIdInTheContentType() {
    RecordHeaders headers = new RecordHeaders();
    headers.add("content-type", "avro/binary+0123456789abcdef".getBytes(UTF_8));
    ActOnceException refused =
        catchThrowableOfType(
            ActOnceException.class, () -> CODEC.decode(new byte[] {72, 'a'}, headers));

    assertThat(refused)
        .hasMessageContaining("in the header content-type: avro/binary+0123456789abcdef");
  }

  @ParameterizedTest
  @CsvSource({
    "efbfbd0102, made a text on its way",
    "777745424142, in Base64",
    "4f626a0104, of an Avro file",
    "aced000573, serialized Java object",
    "1f8b0800, of gzip data",
    "efbbbf7b7d, byte order mark",
    "fffe7b00, UTF-16",
    "c30102, breaks off in its header",
    "227b5c2261, JSON text",
    "0000000000, impossible schema id 0",
    "00ffffffff01, impossible schema id -1"
  })
  void recognisesWhatWentThroughSomething(String hex, String hint) {
    assertUndecodable(HexFormat.of().parseHex(hex), hint);
  }

  @Test
  void refusesEveryTruncation() {
    for (int length = 0; length < GOOD.length; length++) {
      byte[] cut = Arrays.copyOf(GOOD, length);
      assertThatThrownBy(() -> CODEC.decode(cut)).isInstanceOf(ActOnceException.class);
    }
  }

  @Test
  void namesATruncation() {
    assertUndecodable(Arrays.copyOf(GOOD, GOOD.length - 1), "truncated");
  }

  @Test
  void refusesTrailingGarbage() {
    assertUndecodable(Arrays.copyOf(GOOD, GOOD.length + 2), "after the Avro body");
  }

  @Test
  void refusesAnUnknownSchema() {
    byte[] foreign = GOOD.clone();
    foreign[5] ^= 1;

    assertUndecodable(foreign, "schema that this version does not know");
  }

  @Test
  void refusesAValueOfAnotherTopic() {
    byte[] settlement = new Codecs().settlements().encode(Samples.full().settlement());

    assertUndecodable(settlement, "schema that this version does not know");
  }

  @Test
  void refusesAValueThatBreaksItsRules() {
    var avro = IntentMapping.toAvro(Samples.full().intent());
    avro.setAction("");
    byte[] bytes =
        new SingleObjectFraming<>(AvroType.of(avro), List.of()).write(avro, new RecordHeaders());

    assertUndecodable(bytes, "action must not be empty");
  }

  @Test
  void refusesADeclaredLengthOfTwoGigabytesWithoutAllocatingIt() {
    assertUndecodable(body(0xfe, 0xff, 0xff, 0xff, 0x0f), "malformed"); // 2^31 - 1
  }

  @Test
  void refusesADeclaredLengthThatFitsTheHeapWithoutAllocatingIt() {
    assertUndecodable(body(0x80, 0x80, 0x80, 0x80, 0x04), "malformed"); // 512 MiB
  }

  @Test
  void refusesANegativeLength() {
    assertUndecodable(body(0x01), "malformed");
  }

  @Test
  void refusesAnOverlongNumber() {
    assertUndecodable(
        body(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), "malformed");
  }

  @Test
  void refusesAMapThatDeclaresAHalfBillionEntries() {
    byte[] good = CODEC.encode(Samples.bare().intent());
    byte[] bytes = Arrays.copyOf(good, good.length + 9);
    // The empty map is the last byte: instead of 0 a count of 2^29, one entry, then nothing.
    int end = good.length - 1;
    byte[] entries = {(byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 0x04, 2, 'a', 2, 'b'};
    System.arraycopy(entries, 0, bytes, end, entries.length);

    assertUndecodable(bytes, "malformed");
  }

  @Test
  void throwsNothingElseWhateverIsFlipped() {
    Random random = new Random(7);
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] mutated = GOOD.clone();
      for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
        int at = HEADER_BYTES + random.nextInt(mutated.length - HEADER_BYTES);
        mutated[at] = (byte) random.nextInt();
      }
      assertDecodesOrIsRefused(mutated);
    }
  }

  @Test
  void keepsTheDecoderUsableAfterAFailure() {
    assertUndecodable(Arrays.copyOf(GOOD, GOOD.length - 1), "truncated");

    assertThat(CODEC.decode(GOOD)).isEqualTo(Samples.full().intent());
  }

  private static void assertDecodesOrIsRefused(byte[] bytes) {
    ActOnceException refused =
        catchThrowableOfType(ActOnceException.class, () -> CODEC.decode(bytes));
    if (refused != null) {
      assertThat(refused.code()).isEqualTo(ErrorCode.UNDECODABLE);
    }
  }

  private static void assertUndecodable(byte[] bytes, String hint) {
    ActOnceException refused =
        catchThrowableOfType(ActOnceException.class, () -> CODEC.decode(bytes));
    assertThat(refused.code()).isEqualTo(ErrorCode.UNDECODABLE);
    assertThat(refused).hasMessageContaining(hint).hasMessageContaining("ActionIntent");
  }

  /** The header of an intent, then these bytes. */
  private static byte[] body(int... bytes) {
    byte[] all = Arrays.copyOf(GOOD, HEADER_BYTES + bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      all[HEADER_BYTES + i] = (byte) bytes[i];
    }
    return all;
  }
}
