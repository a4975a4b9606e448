package dev.actonce.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Fingerprint;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.KeyKind;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.ReplyToken;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeEvent.About;
import dev.actonce.testing.Intents;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.SchemaNormalization;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A record that needs no new field can still be read by the version that did not have it. */
class OldestFormTest {
  private static final ReplyToken TOKEN = new ReplyToken("secret");
  private static final ActionIntent INTENT = Intents.intent("pay", "inv-1", "{\"a\":1}");
  private static final Codecs CODECS = new Codecs();

  @Test
  void isTheFirstReleaseForPublishesWithoutAToken() {
    assertForm("v1", "ActionIntent", CODECS.intents().encode(INTENT));
    assertForm("v1", "OutcomeEvent", CODECS.outcomes().encode(outcome(ReplyHash.NONE)));
    assertForm("v1", "ApprovedAction", CODECS.actions().encode(approval(ReplyHash.NONE)));
  }

  @Test
  void isTheSecondReleaseForPublishesWithAToken() {
    assertForm("v2", "ActionIntent", CODECS.intents().encode(INTENT.withReplyToken(TOKEN)));
    assertForm("v2", "OutcomeEvent", CODECS.outcomes().encode(outcome(TOKEN.hash())));
    assertForm("v2", "ApprovedAction", CODECS.actions().encode(approval(TOKEN.hash())));
  }

  @Test
  void isReadByTheFirstRelease() {
    var type = AvroType.of(new dev.actonce.wire.avro.OutcomeEvent());
    Schema first = ReleasedSchemas.read("v1", "OutcomeEvent");
    OutcomeEvent told = outcome(ReplyHash.NONE);
    byte[] bytes = CODECS.outcomes().encode(told);

    // The bodies of a version are all that its own reader needs.
    assertThat(OutcomeMapping.fromShortened(type.readBody(type.reader(first), bytes, 10)))
        .isEqualTo(told);
  }

  @Test
  void keepsAPublishWithoutATokenApartFromAnOldWriterWhereASchemaTellsThem() {
    OutcomeEvent none = outcome(ReplyHash.NONE);
    OutcomeEvent old = outcome(null);

    assertThat(OutcomeMapping.fromAvro(OutcomeMapping.toAvro(none))).isEqualTo(none);
    assertThat(OutcomeMapping.fromAvro(OutcomeMapping.toAvro(old))).isEqualTo(old);
    assertThat(CODECS.outcomes().decode(CODECS.outcomes().encode(old))).isEqualTo(none);
  }

  @Test
  void isNotTakenWhenMoreThanNewFieldsCame() {
    Schema grown = SchemaBuilder.enumeration("S").symbols("A", "B");
    Schema before = record("R", SchemaBuilder.enumeration("S").symbols("A"));

    assertThat(Additions.since(before, record("R", grown))).isEmpty();
    assertThat(Additions.since(before, record("R", Schema.create(Schema.Type.STRING)))).isEmpty();
    assertThat(Additions.since(before, before)).contains(Additions.NONE);
  }

  @Test
  void losesNothingOfAnyRecord() {
    for (long seed = 0; seed < 200; seed++) {
      assertSurvives(Samples.random(seed).claim(), CODECS.claims());
      assertSurvives(Samples.random(seed).openEntry(), CODECS.openEntries());
      assertSurvives(Samples.random(seed).intent(), CODECS.intents());
    }
  }

  private static <T> void assertSurvives(T value, Codec<T> codec) {
    assertThat(codec.decode(codec.encode(value))).isEqualTo(value);
  }

  private static Schema record(String name, Schema field) {
    return Schema.createRecord(
        name, null, "dev.actonce", false, List.of(new Schema.Field("f", field)));
  }

  private static void assertForm(String version, String name, byte[] bytes) {
    assertThat(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(2))
        .isEqualTo(SchemaNormalization.parsingFingerprint64(ReleasedSchemas.read(version, name)));
  }

  private static ApprovedAction approval(ReplyHash hash) {
    return new ApprovedAction(
        new IdempotencyKey(IdempotencyKey.PREFIX + "k".repeat(43)),
        1,
        KeyKind.INTENT,
        new Fingerprint("print"),
        Instant.EPOCH,
        INTENT,
        hash);
  }

  private static OutcomeEvent outcome(@Nullable ReplyHash hash) {
    OutcomeEvent event = Samples.full().outcome();
    About about = event.about();
    return new OutcomeEvent(
        event.key(),
        event.generation(),
        about.withReplyHash(hash),
        event.status(),
        event.answer(),
        event.history(),
        event.at(),
        event.publisher());
  }
}
