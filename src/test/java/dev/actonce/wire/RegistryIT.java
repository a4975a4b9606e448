package dev.actonce.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.key.Derivation;
import dev.actonce.core.key.KeyDeriver;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.testing.Intents;
import dev.actonce.testing.RegistryProcess;
import dev.actonce.wire.RegistrySettings.Registration;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Our framing and Confluent's own classes, on a real Apicurio Registry. */
@SuppressWarnings("NullAway.Init")
class RegistryIT {
  private static final WireFormat.Topics TOPICS =
      new WireFormat.Topics("it.intents", "it.outcomes", "it.settlements");

  @TempDir private static Path directory;
  private static RegistryProcess registry;
  private static ConfluentClasses confluent;
  private static Codecs ours;
  private static Codecs theirs;
  private static Serializer<Object> serializer;
  private static Deserializer<Object> deserializer;

  @BeforeAll
  static void start() {
    registry = RegistryProcess.start(directory);
    confluent = new ConfluentClasses();
    ours = Codecs.open(WireFormat.registry(settings(Registration.REGISTER)), TOPICS);
    // Its first answers are slow.
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              ours.intents().prepare();
              ours.outcomes().prepare();
              assertThat(refusal("cold").code()).isEqualTo(ErrorCode.REGISTRY_REFUSED);
            });
    theirs = Codecs.open(own(Map.of()), TOPICS);
    serializer = confluent.serializer(properties());
    deserializer = confluent.deserializer(properties());
  }

  @AfterAll
  static void stop() {
    theirs.close();
    ours.close();
    confluent.close();
    registry.close();
  }

  static Stream<Samples> samples() {
    return Stream.concat(
        Stream.of(Samples.bare(), Samples.full()),
        Stream.iterate(1L, seed -> seed + 1).limit(20).map(Samples::random));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void writesTheBytesAndIdsThatConfluentsSerializerWrites(Samples samples) {
    OutcomeEvent outcome = samples.outcome();

    byte[] byUs = ours.outcomes().encode(outcome);
    byte[] byThem =
        serializer.serialize("it.outcomes", type().toGeneric(OutcomeMapping.toAvro(outcome)));

    assertThat(byUs).isEqualTo(byThem);
    assertThat(byUs[0]).isZero();
    assertThat(ByteBuffer.wrap(byUs).getInt(1)).isPositive();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void readsWhatConfluentsSerializerWrites(Samples samples) {
    ActionIntent intent = samples.intent();

    byte[] byThem =
        serializer.serialize(
            "it.intents", ForeignIntent.type().toGeneric(IntentMapping.toAvro(intent)));

    assertThat(ours.intents().decode(byThem)).isEqualTo(intent);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void isReadByConfluentsDeserializer(Samples samples) {
    OutcomeEvent outcome = samples.outcome();

    Object record = deserializer.deserialize("it.outcomes", ours.outcomes().encode(outcome));

    assertThat(record).isEqualTo(type().toGeneric(OutcomeMapping.toAvro(outcome)));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void usesConfluentsClassesWhenTheyAreConfigured(Samples samples) {
    OutcomeEvent outcome = samples.outcome();
    ActionIntent intent = samples.intent();

    assertThat(theirs.outcomes().encode(outcome)).isEqualTo(ours.outcomes().encode(outcome));
    assertThat(theirs.intents().decode(ours.intents().encode(intent))).isEqualTo(intent);
    assertThat(ours.intents().decode(theirs.intents().encode(intent))).isEqualTo(intent);
  }

  @Test
  void readsSingleObjectEncodingInEveryFormat() {
    ActionIntent intent = Samples.full().intent();
    byte[] plain = new Codecs().intents().encode(intent);

    assertThat(ours.intents().decode(plain)).isEqualTo(intent);
    assertThat(theirs.intents().decode(plain)).isEqualTo(intent);
  }

  @Test
  void keepsInternalTopicsAndStoresFreeOfTheRegistry() {
    Samples samples = Samples.full();
    Codecs plain = new Codecs();

    assertThat(plain.actions().decode(ours.actions().encode(samples.action()))).isNotNull();
    assertThat(plain.claims().decode(ours.claims().encode(samples.claim()))).isNotNull();
    assertThat(plain.openEntries().decode(ours.openEntries().encode(samples.openEntry())))
        .isNotNull();
  }

  @Test
  void registersUnderTheTopicsName() {
    ours.settlements().prepare();

    RegistryReply latest =
        new RegistryCalls(settings(Registration.LOOK_UP), System::nanoTime, new Random(1))
            .call("/subjects/it.settlements-value/versions/latest", null);

    assertThat(latest.json().path("version").asInt()).isEqualTo(1);
    assertThat(latest.json().path("schema").asText()).doesNotContain("avro.java.string");
  }

  @Test
  void refusesToStartWithoutItsSchemaWhenItMayNotRegister() {
    ActOnceException refused = refusal("no");

    assertThat(refused.code()).isEqualTo(ErrorCode.REGISTRY_REFUSED);
    assertThat(refused)
        .hasMessageContaining("no.outcomes-value")
        .hasMessageContaining("the subject does not exist")
        .hasMessageContaining("schema-registry-auto-register");
  }

  @Test
  void findsItsSchemaThatSomebodyRegisteredWithoutDocumentation() {
    Schema bare = new Schema.Parser().parse(withoutDocs(type().published()));
    int id = register("docless.outcomes-value", bare);
    Codecs strict = lookingUp("docless");

    byte[] bytes = strict.outcomes().encode(Samples.full().outcome());

    assertThat(ByteBuffer.wrap(bytes).getInt(1)).isEqualTo(id);
  }

  @Test
  void readsANewerWriterWithANullableDecimal() { // R06
    ActionIntent intent = Samples.bare().intent();
    Schema newer = ForeignIntent.schemaWithPrice();
    for (BigDecimal price : new @Nullable BigDecimal[] {null, new BigDecimal("1.00")}) {
      GenericRecord record = ForeignIntent.in(newer, intent);
      record.put("price", price == null ? null : ForeignIntent.unscaled(price));
      byte[] bytes = serializer.serialize("newer.intents", record);

      assertThat(ours.intents().decode(bytes)).isEqualTo(intent);
      assertThat(theirs.intents().decode(bytes)).isEqualTo(intent);
    }
  }

  @Test
  void takesLogicalTypesAsConfluentConvertsThem() { // R06, R08
    try (Codecs converting =
        Codecs.open(own(Map.of("avro.use.logical.type.converters", "true")), TOPICS)) {
      ActionIntent intent = Samples.full().intent();
      GenericRecord record = ForeignIntent.in(ForeignIntent.schemaWithPrice(), intent);
      record.put("price", ForeignIntent.unscaled(new BigDecimal("1.00")));

      assertThat(converting.intents().decode(serializer.serialize("newer.intents", record)))
          .isEqualTo(intent);
      assertThat(converting.intents().decode(ours.intents().encode(intent))).isEqualTo(intent);
    }
  }

  @Test
  void refusesAnIdThatTheRegistryDoesNotKnow() {
    byte[] bytes = ours.intents().encode(Samples.full().intent());
    ByteBuffer.wrap(bytes).putInt(1, 987_654);

    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () -> assertUndecodable(ours, bytes, "schema id 987654 is unknown to the registry"));
    assertUndecodable(theirs, bytes, "KafkaAvroDeserializer failed");
  }

  @Test
  void refusesASchemaOfAnotherRecord() {
    byte[] bytes = ours.outcomes().encode(Samples.full().outcome());

    assertUndecodable(ours, bytes, "dev.actonce.wire.avro.OutcomeEvent that does not fit");
  }

  @Test
  void refusesEightByteIdsWithAHint() { // R02
    byte[] good = ours.intents().encode(Samples.full().intent());
    byte[] bytes =
        ByteBuffer.allocate(good.length + 4)
            .put((byte) 0)
            .putLong(ByteBuffer.wrap(good).getInt(1))
            .put(good, 5, good.length - 5)
            .array();

    assertUndecodable(ours, bytes, "Apicurio framing with the 8-byte schema id");
    assertUndecodable(ours, bytes, "apicurio.registry.as-confluent");
  }

  @Test
  void readsThePrefixWhenTheHeaderHoldsAnIdToo() { // R04
    ActionIntent intent = Samples.full().intent();
    RecordHeaders headers = new RecordHeaders();
    headers.add("__value_schema_id", new byte[17]);

    assertThat(ours.intents().decode(ours.intents().encode(intent), headers)).isEqualTo(intent);
  }

  @Test
  void decodesByIdWhateverTheSubject() { // R12
    int id = register("dev.actonce.wire.avro.ActionIntent", ForeignIntent.type().published());
    ActionIntent intent = Samples.full().intent();
    byte[] bytes = ours.intents().encode(intent);
    ByteBuffer.wrap(bytes).putInt(1, id);

    assertThat(ours.intents().decode(bytes)).isEqualTo(intent);
  }

  @Test
  void givesOneKeyWhateverSchemaAnIntentWasWrittenWith() { // R09, R10
    ActionIntent intent = Intents.intent("pay", "inv-1", "{\"amount\":149}");
    byte[] newer =
        serializer.serialize(
            "newer.intents", ForeignIntent.in(ForeignIntent.schemaWithPrice(), intent));
    byte[] plain = new Codecs().intents().encode(intent);

    List<IdempotencyKey> keys =
        Stream.of(ours.intents().encode(intent), newer, plain)
            .map(bytes -> KeyDeriver.derive(ours.intents().decode(bytes), KeyPolicy.AUTO))
            .map(derived -> ((Derivation.Derived) derived).key())
            .toList();

    assertThat(keys).hasSize(3).containsOnly(keys.get(0));
    assertThat(KeyPartitions.bytes(keys.get(0))).isEqualTo(keys.get(0).value().getBytes(UTF_8));
  }

  /** What topics whose schemas nobody registered are refused with. */
  private static ActOnceException refusal(String prefix) {
    Codecs strict = lookingUp(prefix);
    return catchThrowableOfType(ActOnceException.class, () -> strict.outcomes().prepare());
  }

  private static Codecs lookingUp(String prefix) {
    return Codecs.open(
        WireFormat.registry(settings(Registration.LOOK_UP)),
        new WireFormat.Topics(prefix + ".intents", prefix + ".outcomes", prefix + ".settlements"));
  }

  private static void assertUndecodable(Codecs codecs, byte[] bytes, String hint) {
    ActOnceException refused =
        catchThrowableOfType(ActOnceException.class, () -> codecs.intents().decode(bytes));
    assertThat(refused.code()).isEqualTo(ErrorCode.UNDECODABLE);
    assertThat(refused).hasMessageContaining(hint);
  }

  private static AvroType<dev.actonce.wire.avro.OutcomeEvent> type() {
    return AvroType.of(new dev.actonce.wire.avro.OutcomeEvent());
  }

  private static String withoutDocs(Schema schema) {
    return schema.toString().replaceAll(",\"doc\":\"[^\"]*\"", "");
  }

  private static int register(String subject, Schema schema) {
    return SchemaRegistry.of(settings(Registration.REGISTER)).id(subject, schema);
  }

  private static RegistrySettings settings(Registration registration) {
    return RegistrySettings.of(registry.url()).withRegistration(registration);
  }

  private static Map<String, String> properties() {
    return Map.of("schema.registry.url", registry.url(), "auto.register.schemas", "true");
  }

  private static WireFormat own(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(properties());
    all.putAll(more);
    return WireFormat.own(ConfluentClasses.SERIALIZER, ConfluentClasses.DESERIALIZER, all);
  }
}
