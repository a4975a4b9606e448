package dev.actonce.wire;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Conversions;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.specific.SpecificData;

/**
 * Avro's model of the generated classes. It knows them itself, because Avro loads classes by name
 * only from packages that a system property or a process-wide setting trusts ({@code
 * ClassSecurityValidator}), and a library must not depend on either. Thread-safe.
 */
final class WireModel extends SpecificData {
  private static final Map<String, Class<?>> CLASSES =
      Stream.<Class<?>>of(
              dev.actonce.wire.avro.ActionIntent.class,
              dev.actonce.wire.avro.ApprovedAction.class,
              dev.actonce.wire.avro.Claim.class,
              dev.actonce.wire.avro.ClaimSafety.class,
              dev.actonce.wire.avro.ClaimState.class,
              dev.actonce.wire.avro.DuplicateCause.class,
              dev.actonce.wire.avro.KeyKind.class,
              dev.actonce.wire.avro.MemoryEntry.class,
              dev.actonce.wire.avro.OpenEntry.class,
              dev.actonce.wire.avro.Original.class,
              dev.actonce.wire.avro.OutcomeEvent.class,
              dev.actonce.wire.avro.OutcomeStatus.class,
              dev.actonce.wire.avro.Publisher.class,
              dev.actonce.wire.avro.Scope.class,
              dev.actonce.wire.avro.Seen.class,
              dev.actonce.wire.avro.SuspectSighting.class,
              dev.actonce.wire.avro.SuspectedDuplicate.class,
              dev.actonce.wire.avro.Settlement.class,
              dev.actonce.wire.avro.SettlementSource.class,
              dev.actonce.wire.avro.SettlementVerdict.class)
          .collect(Collectors.toMap(Class::getName, Function.identity()));

  /**
   * @param generated the model that a generated class brings, with its logical types
   */
  WireModel(SpecificData generated) {
    super(WireModel.class.getClassLoader());
    generated.getConversions().forEach(this::addLogicalTypeConversion);
  }

  /** A model that also takes the Java types of every logical type, for records of others. */
  static SpecificData withAllLogicalTypes() {
    SpecificData model = new WireModel(new SpecificData());
    Stream.of(
            new Conversions.DecimalConversion(),
            new Conversions.UUIDConversion(),
            new TimeConversions.DateConversion(),
            new TimeConversions.TimeMillisConversion(),
            new TimeConversions.TimeMicrosConversion(),
            new TimeConversions.TimestampMillisConversion(),
            new TimeConversions.TimestampMicrosConversion(),
            new TimeConversions.TimestampNanosConversion(),
            new TimeConversions.LocalTimestampMillisConversion(),
            new TimeConversions.LocalTimestampMicrosConversion(),
            new TimeConversions.LocalTimestampNanosConversion())
        .forEach(model::addLogicalTypeConversion);
    return model;
  }

  @Override
  @SuppressWarnings("rawtypes") // Avro's signature.
  public Class getClass(Schema schema) {
    Class<?> known =
        schema.getType() == Schema.Type.RECORD || schema.getType() == Schema.Type.ENUM
            ? CLASSES.get(schema.getFullName())
            : null;
    return known == null ? super.getClass(schema) : known;
  }
}
