package dev.actonce.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.outcome.OutcomeEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times that fit into 64 bits, and into no sum. */
class RecordTimesTest {
  private static final Codecs CODECS = new Codecs();

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, Long.MAX_VALUE, 7_258_118_400_000L, -631_152_000_001L})
  void refusesATimeOfNoComponent(long millis) {
    Samples samples = Samples.full();
    Instant time = Instant.ofEpochMilli(millis);

    var outcome = OutcomeMapping.toAvro(samples.outcome());
    outcome.setFinishedAt(time);
    assertRefused(CODECS.outcomes(), outcome, "finishedAt");
    var settlement = SettlementMapping.toAvro(samples.settlement());
    settlement.setAt(time);
    assertRefused(CODECS.settlements(), settlement, "at");
    var claim = ClaimMapping.toAvro(samples.claim());
    claim.setUnknownSince(time);
    assertRefused(CODECS.claims(), claim, "unknownSince");
    var action = ActionMapping.toAvro(samples.action());
    action.getIntent().setDeadline(time);
    assertRefused(CODECS.actions(), action, "deadline");
    var memory = StateMapping.memoryToAvro(samples.memoryEntry());
    memory.getSeen().setLastSeenAt(time);
    assertRefused(CODECS.memoryEntries(), memory, "lastSeenAt");
    var open = StateMapping.openToAvro(samples.openEntry());
    open.getOriginal().setAdmittedAt(time);
    assertRefused(CODECS.openEntries(), open, "admittedAt");
    var suspect = SuspectMapping.toAvro(samples.suspect());
    suspect.getSightings().get(0).setAdmittedAt(time);
    assertRefused(CODECS.suspects(), suspect, "admittedAt");
  }

  @Test
  void leavesTheTimesOfAnIntentToTheGateWhichTellsItsAgent() {
    var intent = IntentMapping.toAvro(Samples.full().intent());
    intent.setDeadline(Instant.ofEpochMilli(Long.MAX_VALUE));

    ActionIntent read = CODECS.intents().decode(bytes(intent));

    assertThat(read.deadline()).isEqualTo(Instant.ofEpochMilli(Long.MAX_VALUE));
  }

  @Test
  void keepsDifferencesOfItsTimesWithin64BitsOfNanoseconds() {
    OutcomeEvent outcome = Samples.full().outcome();
    assertThat(CODECS.outcomes().decode(CODECS.outcomes().encode(outcome))).isEqualTo(outcome);

    assertThatCode(() -> Duration.between(RecordTimes.EARLIEST, RecordTimes.END).toNanos())
        .doesNotThrowAnyException();
  }

  private static <A extends SpecificRecordBase> void assertRefused(
      Codec<?> codec, A record, String field) {
    byte[] bytes = bytes(record);
    assertThatThrownBy(() -> codec.decode(bytes))
        .isInstanceOfSatisfying(
            ActOnceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNDECODABLE))
        .hasMessageContaining(name(record) + " breaks its rules: " + field + " ");
  }

  private static String name(IndexedRecord record) {
    return record.getSchema().getName();
  }

  private static <A extends SpecificRecordBase> byte[] bytes(A record) {
    AvroType<A> type = AvroType.of(record);
    return new SingleObjectFraming<>(type, List.of()).write(record, new RecordHeaders());
  }
}
