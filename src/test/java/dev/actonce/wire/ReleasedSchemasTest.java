package dev.actonce.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every schema fits every released version of itself in both directions: new readers read all old
 * records (BACKWARD_TRANSITIVE), old readers read new ones (FORWARD).
 */
class ReleasedSchemasTest {
  private static final Path RELEASED = Path.of("schemas/released");

  @ParameterizedTest
  @MethodSource("dev.actonce.wire.SchemasTest#schemas")
  void readsRecordsOfEveryRelease(Schema current) {
    assertThat(ReleasedSchemas.of(current.getName()))
        .isNotEmpty()
        .allSatisfy(released -> assertThat(misfits(current, released)).isEmpty());
  }

  @ParameterizedTest
  @MethodSource("dev.actonce.wire.SchemasTest#schemas")
  void isReadByEveryRelease(Schema current) {
    assertThat(ReleasedSchemas.of(current.getName()))
        .allSatisfy(released -> assertThat(misfits(released, current)).isEmpty());
  }

  @Test
  void knowsEveryReleaseOfTheSources() throws IOException {
    try (Stream<Path> directories = Files.list(RELEASED)) {
      assertThat(directories.map(directory -> directory.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(ReleasedSchemas.VERSIONS);
    }
  }

  /** Whoever registers schemas by hand takes them from the newest release. */
  @ParameterizedTest
  @MethodSource("dev.actonce.wire.SchemasTest#schemas")
  void isTheNewestRelease(Schema current) {
    List<Schema> released = ReleasedSchemas.of(current.getName());

    assertThat(PublishedSchema.of(current)).isEqualTo(released.get(released.size() - 1));
  }

  @Test
  void noticesANewFieldWithoutADefault() {
    Schema grown = grownBy(null);

    assertThat(misfits(grown, released("Settlement")))
        .containsExactly("READER_FIELD_MISSING_DEFAULT_VALUE");
    assertThat(misfits(released("Settlement"), grown)).isEmpty();
  }

  @Test
  void allowsANewFieldWithADefault() {
    Schema grown = grownBy("none");

    assertThat(misfits(grown, released("Settlement"))).isEmpty();
    assertThat(misfits(released("Settlement"), grown)).isEmpty();
  }

  @Test
  void noticesARemovedFieldThatOldReadersNeed() {
    Schema released = released("Settlement");
    Schema shrunk =
        Schema.createRecord(
            "Settlement",
            null,
            released.getNamespace(),
            false,
            released.getFields().stream()
                .filter(field -> !field.name().equals("claimId"))
                .map(field -> new Schema.Field(field, field.schema()))
                .toList());

    assertThat(misfits(released, shrunk)).containsExactly("READER_FIELD_MISSING_DEFAULT_VALUE");
  }

  @Test
  void noticesANewSymbolOfAnEnumWithoutADefault() {
    Schema before = SchemaBuilder.enumeration("Status").symbols("A", "B");
    Schema after = SchemaBuilder.enumeration("Status").symbols("A", "B", "EXPIRED");

    assertThat(misfits(before, after)).containsExactly("MISSING_ENUM_SYMBOLS");
  }

  @Test
  void letsOldReadersTakeANewStatusForUnknown() {
    Schema status = released("OutcomeEvent").getField("status").schema();

    assertThat(status.getEnumDefault()).isEqualTo("UNKNOWN");
  }

  private static Schema released(String name) {
    return ReleasedSchemas.read("v1", name);
  }

  private static Schema grownBy(@Nullable String fallback) {
    Schema released = released("Settlement");
    List<Schema.Field> fields =
        Stream.concat(
                released.getFields().stream().map(field -> new Schema.Field(field, field.schema())),
                Stream.of(
                    new Schema.Field("grown", Schema.create(Schema.Type.STRING), null, fallback)))
            .toList();
    return Schema.createRecord("Settlement", null, released.getNamespace(), false, fields);
  }

  private static List<String> misfits(Schema reader, Schema writer) {
    SchemaCompatibility.SchemaPairCompatibility pair =
        SchemaCompatibility.checkReaderWriterCompatibility(reader, writer);
    assertThat(pair.getResult().getIncompatibilities().isEmpty())
        .isEqualTo(pair.getType() == SchemaCompatibilityType.COMPATIBLE);
    return pair.getResult().getIncompatibilities().stream()
        .map(misfit -> misfit.getType().name())
        .toList();
  }
}
