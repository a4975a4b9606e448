package dev.actonce.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.wire.avro.KeyKind;
import dev.actonce.wire.avro.SettlementVerdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;

/** What an old reader makes of the symbols of a newer writer. */
class SchemaEvolutionTest {
  @Test
  void takesANewStatusForUnknown() throws IOException {
    var avro = OutcomeMapping.toAvro(Samples.full().outcome());

    OutcomeEvent read =
        OutcomeMapping.fromAvro(readFromNewer(avro, "status", "OutcomeStatus", "REFUNDED"));

    assertThat(read.status()).isEqualTo(OutcomeStatus.UNKNOWN);
  }

  @Test
  void takesANewDuplicateCauseForNone() throws IOException {
    var avro = OutcomeMapping.toAvro(Samples.full().outcome());

    OutcomeEvent read =
        OutcomeMapping.fromAvro(readFromNewer(avro, "cause", "DuplicateCause", "NEW_MODEL"));

    assertThat(read.history().cause()).isNull();
  }

  @Test
  void takesANewClaimStateForADoubt() throws IOException {
    var avro = ClaimMapping.toAvro(Samples.bare().claim());

    Claim read = ClaimMapping.fromAvro(readFromNewer(avro, "state", "ClaimState", "SUSPENDED"));

    assertThat(read.isInDoubt()).isTrue();
  }

  @Test
  void refusesANewSettlementVerdict() throws IOException {
    var read =
        readFromNewer(
            SettlementMapping.toAvro(Samples.full().settlement()),
            "verdict",
            "SettlementVerdict",
            "PARTIAL");

    assertThat(read.getVerdict()).isEqualTo(SettlementVerdict.UNSPECIFIED);
    assertThatThrownBy(() -> SettlementMapping.fromAvro(read))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("not known to this version");
  }

  @Test
  void refusesANewKeyKind() throws IOException {
    var read =
        readFromNewer(
            ActionMapping.toAvro(Samples.full().action()), "keyKind", "KeyKind", "SEMANTIC");

    assertThat(read.getKeyKind()).isEqualTo(KeyKind.UNSPECIFIED);
    assertThatThrownBy(() -> ActionMapping.fromAvro(read)).isInstanceOf(ActOnceException.class);
  }

  @Test
  void refusesTheDefaultSymbolsOfItsOwnEnums() {
    var avro = OutcomeMapping.toAvro(Samples.full().outcome());
    avro.setPublisher(dev.actonce.wire.avro.Publisher.UNSPECIFIED);

    assertThatThrownBy(() -> OutcomeMapping.fromAvro(avro)).isInstanceOf(ActOnceException.class);
  }

  /** Writes the record by a newer schema with one more enum symbol, and reads it by ours. */
  private static <A extends SpecificRecordBase> A readFromNewer(
      A ours, String field, String enumName, String symbol) throws IOException {
    Schema reader = ours.getSchema();
    String newer =
        reader
            .toString()
            .replaceFirst(
                "(\"name\":\"" + enumName + "\"[^\\]]*\"symbols\":\\[)", "$1\"" + symbol + "\",");
    Schema writer = new Schema.Parser().parse(newer);
    GenericRecord record = new GenericData.Record(writer);
    for (Schema.Field each : reader.getFields()) {
      record.put(each.name(), ours.get(each.pos()));
    }
    Schema enumSchema = writer.getField(field).schema();
    Schema symbols = enumSchema.isUnion() ? enumSchema.getTypes().get(1) : enumSchema;
    record.put(field, new GenericData.EnumSymbol(symbols, symbol));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    SpecificData model = new WireModel(ours.getSpecificData());
    new GenericDatumWriter<GenericRecord>(writer, model).write(record, encoder);
    encoder.flush();
    @SuppressWarnings("unchecked") // the reader's schema is that of A
    A read =
        (A)
            model
                .createDatumReader(writer, reader)
                .read(null, DecoderFactory.get().binaryDecoder(bytes.toByteArray(), null));
    return read;
  }
}
