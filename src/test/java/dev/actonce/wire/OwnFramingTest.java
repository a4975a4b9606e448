package dev.actonce.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Serializers that a user wrote, by their names. */
class OwnFramingTest {
  private static final WireFormat.Topics TOPICS = new WireFormat.Topics("in", "out", "settle");

  @Test
  void usesTheNamedClassesWithHeadersTopicsAndProperties() {
    try (Codecs codecs = codecs(Map.of("mark", "m1"))) {
      ActionIntent intent = Samples.full().intent();
      Headers headers = new RecordHeaders();

      byte[] bytes = codecs.intents().encode(intent, headers);

      assertThat(new String(headers.lastHeader("mark").value(), UTF_8)).isEqualTo("m1 in");
      assertThat(codecs.intents().decode(bytes, headers)).isEqualTo(intent);
    }
  }

  @Test
  void readsOldRecordsInSingleObjectEncodingItself() {
    try (Codecs codecs = codecs(Map.of())) {
      ActionIntent intent = Samples.full().intent();

      assertThat(codecs.intents().decode(new Codecs().intents().encode(intent))).isEqualTo(intent);
    }
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(new SerializationException("Unknown magic byte!"), ErrorCode.UNDECODABLE),
        Arguments.of(new SerializationException("cut", new EOFException()), ErrorCode.UNDECODABLE),
        Arguments.of(new IllegalArgumentException("bad"), ErrorCode.UNDECODABLE),
        Arguments.of(
            new SerializationException("no schema", new ConnectException("refused")),
            ErrorCode.REGISTRY_UNAVAILABLE),
        Arguments.of(
            new SerializationException("no schema", new IOException("HTTP 503")),
            ErrorCode.REGISTRY_UNAVAILABLE),
        Arguments.of(
            new org.apache.kafka.common.errors.TimeoutException("slow"),
            ErrorCode.REGISTRY_UNAVAILABLE));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void tellsABadRecordFromABadMoment(RuntimeException failure, ErrorCode expected) {
    OwnSerde serde = new OwnSerde(new MarkingSerializer(), failing(failure), () -> 0);

    ActOnceException told =
        catchThrowableOfType(
            ActOnceException.class,
            () -> serde.deserialize("in", new RecordHeaders(), new byte[] {1}));

    assertThat(told.code()).isEqualTo(expected);
    assertThat(serde.outage().isPresent()).isEqualTo(expected == ErrorCode.REGISTRY_UNAVAILABLE);
  }

  @Test
  void takesAnOverflowOfTheStackForABadRecord() {
    OwnSerde serde =
        new OwnSerde(new MarkingSerializer(), (topic, bytes) -> endless(bytes), () -> 0);

    ActOnceException told =
        catchThrowableOfType(
            ActOnceException.class,
            () -> serde.deserialize("in", new RecordHeaders(), new byte[] {1}));

    assertThat(told.code()).isEqualTo(ErrorCode.UNDECODABLE);
    assertThat(told).hasMessageContaining("StackOverflowError");
  }

  @Test
  void blamesNoRecordForAnInterruptionOfItsThread() {
    OwnSerde serde =
        new OwnSerde(
            new MarkingSerializer(), failing(new IllegalStateException("stopped")), () -> 0);
    Thread.currentThread().interrupt();
    try {
      ActOnceException told =
          catchThrowableOfType(
              ActOnceException.class,
              () -> serde.deserialize("in", new RecordHeaders(), new byte[] {1}));

      assertThat(told.code()).isEqualTo(ErrorCode.REGISTRY_UNAVAILABLE);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void takesARecordThatDoesNotFitItsOwnSchemaForABadOne() {
    GenericRecord broken = new GenericData.Record(ForeignIntent.type().published());
    OwnSerde serde = new OwnSerde(new MarkingSerializer(), (topic, bytes) -> broken, () -> 0);
    AvroType<dev.actonce.wire.avro.ActionIntent> type = ForeignIntent.type();
    Codec<ActionIntent> codec =
        new AvroCodec<>(
            new OwnFraming<>(type, new SingleObjectFraming<>(type, List.of()), serde, "in"),
            IntentMapping::toAvro,
            IntentMapping::fromAvro);

    ActOnceException told =
        catchThrowableOfType(ActOnceException.class, () -> codec.decode(new byte[] {1}));

    assertThat(told.code()).isEqualTo(ErrorCode.UNDECODABLE);
  }

  @SuppressWarnings("InfiniteRecursion")
  private static Object endless(byte[] bytes) {
    return endless(bytes.clone());
  }

  @Test
  void takesATruncatedBodyForABadRecord() {
    try (Codecs codecs = codecs(Map.of())) {
      byte[] bytes = codecs.intents().encode(Samples.full().intent());

      assertUndecodable(codecs, Arrays.copyOf(bytes, bytes.length / 2));
      assertUndecodable(codecs, new byte[] {1, 1, 1});
    }
  }

  @Test
  void refusesWhatIsNoRecord() {
    try (Codecs codecs =
        Codecs.open(
            WireFormat.own(
                MarkingSerializer.class.getName(), StringDeserializer.class.getName(), Map.of()),
            TOPICS)) {
      assertThatThrownBy(() -> codecs.intents().decode(new byte[] {'a'}))
          .isInstanceOf(ActOnceException.class)
          .hasMessageContaining("java.lang.String");
    }
  }

  @Test
  void refusesAClassThatIsMissingOrNoSerializer() {
    assertInvalid("no.such.Serializer", "value-serializer no.such.Serializer cannot be used");
    assertInvalid("java.lang.Object", "it must be a Kafka Serializer");
    assertThatThrownBy(() -> WireFormat.own("a.B", " ", Map.of()))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("name both");
  }

  private static void assertInvalid(String serializer, String hint) {
    WireFormat format =
        WireFormat.own(serializer, MarkingDeserializer.class.getName(), Map.of("k", "s3cret"));
    ActOnceException refused =
        catchThrowableOfType(ActOnceException.class, () -> Codecs.open(format, TOPICS));
    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_SETTING);
    assertThat(refused).hasMessageContaining(hint);
    assertThat(format.toString()).doesNotContain("s3cret");
  }

  private static void assertUndecodable(Codecs codecs, byte[] bytes) {
    assertThat(
            catchThrowableOfType(ActOnceException.class, () -> codecs.intents().decode(bytes))
                .code())
        .isEqualTo(ErrorCode.UNDECODABLE);
  }

  private static Codecs codecs(Map<String, String> properties) {
    return Codecs.open(
        WireFormat.own(
            MarkingSerializer.class.getName(), MarkingDeserializer.class.getName(), properties),
        TOPICS);
  }

  private static Deserializer<Object> failing(RuntimeException failure) {
    return (topic, bytes) -> {
      throw failure;
    };
  }

  /** Plain Avro bodies, and a header. */
  public static final class MarkingSerializer implements Serializer<Object> {
    private String mark = "";

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
      mark = String.valueOf(configs.get("mark"));
    }

    @Override
    public byte[] serialize(String topic, Headers headers, Object data) {
      headers.add("mark", (mark + " " + topic).getBytes(UTF_8));
      return serialize(topic, data);
    }

    @Override
    public byte[] serialize(String topic, Object data) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
      GenericRecord record = (GenericRecord) data;
      try {
        new GenericDatumWriter<GenericRecord>(record.getSchema()).write(record, encoder);
        encoder.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return bytes.toByteArray();
    }
  }

  /** Reads them with the only schema it knows. */
  public static final class MarkingDeserializer implements Deserializer<Object> {
    @Override
    public Object deserialize(String topic, byte[] data) {
      try {
        return new GenericDatumReader<GenericRecord>(ForeignIntent.type().published())
            .read(null, DecoderFactory.get().binaryDecoder(data, null));
      } catch (IOException e) {
        throw new SerializationException(e);
      }
    }
  }
}
