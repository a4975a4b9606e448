package dev.actonce.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.wire.avro.ActionIntent;
import dev.actonce.wire.avro.ApprovedAction;
import dev.actonce.wire.avro.Claim;
import dev.actonce.wire.avro.MemoryEntry;
import dev.actonce.wire.avro.OpenEntry;
import dev.actonce.wire.avro.OutcomeEvent;
import dev.actonce.wire.avro.Settlement;
import dev.actonce.wire.avro.SuspectedDuplicate;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules that every published schema keeps, so that it can be read and evolved. */
class SchemasTest {
  /** Names that say all there is to say. */
  private static final Set<String> EVIDENT =
      Set.of(
          "key",
          "scope",
          "action",
          "generation",
          "intentId",
          "toolCallId",
          "run",
          "fingerprint",
          "keyKind",
          "requestId",
          "attempts",
          "duplicates",
          "errorCode",
          "errorMessage",
          "claimId",
          "settledBy",
          "settledReason",
          "admittedAt",
          "finishedAt",
          "lastSeenAt",
          "succeeded",
          "result",
          "reference",
          "unknown",
          "cause",
          "status",
          "publisher",
          "intent",
          "at",
          "state",
          "verdict",
          "source");

  static Stream<Schema> schemas() {
    return Stream.of(
        ActionIntent.getClassSchema(),
        ApprovedAction.getClassSchema(),
        Claim.getClassSchema(),
        Settlement.getClassSchema(),
        OutcomeEvent.getClassSchema(),
        OpenEntry.getClassSchema(),
        MemoryEntry.getClassSchema(),
        SuspectedDuplicate.getClassSchema());
  }

  @ParameterizedTest
  @MethodSource("schemas")
  void saysWhatARecordIs(Schema schema) {
    assertThat(schema.getDoc()).isNotBlank();
    assertThat(schema.getNamespace()).isEqualTo("dev.actonce.wire.avro");
  }

  @ParameterizedTest
  @MethodSource("schemas")
  void explainsEveryFieldThatIsNotEvident(Schema schema) {
    Set<String> unexplained = new TreeSet<>();
    for (Schema.Field field : schema.getFields()) {
      if (field.doc() == null && !EVIDENT.contains(field.name())) {
        unexplained.add(field.name());
      }
    }

    assertThat(unexplained).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("schemas")
  void givesEveryEnumADefaultForSymbolsOfNewerWriters(Schema schema) {
    schema.getFields().stream()
        .map(field -> valueOf(field.schema()))
        .filter(type -> type.getType() == Schema.Type.ENUM)
        .forEach(type -> assertThat(type.getEnumDefault()).as(type.getName()).isNotNull());
  }

  @ParameterizedTest
  @MethodSource("schemas")
  void givesEveryOptionalFieldTheDefaultNull(Schema schema) {
    schema.getFields().stream()
        .filter(field -> field.schema().isNullable())
        .forEach(field -> assertThat(field.hasDefaultValue()).as(field.name()).isTrue());
  }

  private static Schema valueOf(Schema schema) {
    return schema.isUnion() ? schema.getTypes().get(schema.getTypes().size() - 1) : schema;
  }
}
