package dev.actonce.fuzz;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Fingerprint;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.KeyKind;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.Settlement;
import dev.actonce.core.outcome.DuplicateCause;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.fuzz.HostileRecord.Kind;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.kafka.Topic;
import dev.actonce.wire.Codecs;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/** Forged records of the topics that only the pipeline itself should write. */
final class HostileInternals {
  private static final long[] TIMES = {
    Long.MIN_VALUE, -1, 0, 1, 4_102_444_800_000L, Long.MAX_VALUE
  };
  private static final String FORGED = "forged-";
  private static final int KEY_BYTES = 32;

  private final HostileIntents intents;
  private final Codecs codecs;
  private final int partitions;

  HostileInternals(HostileIntents intents, Codecs codecs, int partitions) {
    this.intents = intents;
    this.codecs = codecs;
    this.partitions = partitions;
  }

  /** Whether the run itself has written an outcome. */
  static boolean isForged(OutcomeEvent event) {
    return event.about().requestId().startsWith(FORGED);
  }

  /** A forged record, in the place where its reader expects it. */
  record Part(Topic topic, ProducerRecord<byte[], byte[]> wire) {}

  Part of(Kind kind, long number, SplittableRandom random) {
    IdempotencyKey key = key(random);
    return switch (kind) {
      case REROUTED ->
          part(Topic.REROUTED, key, codecs.rerouted().encode(intent(number, random)), List.of());
      case DISPATCH ->
          part(
              Topic.DISPATCH, key, codecs.actions().encode(action(key, number, random)), List.of());
      case OUTCOME ->
          part(
              Topic.OUTCOMES,
              key,
              codecs.outcomes().encode(outcome(key, number, random)),
              random.nextInt(4) == 0
                  ? List.of(new RecordHeader("actonce-publisher", gate()))
                  : List.of());
      case SETTLEMENT ->
          part(
              Topic.SETTLEMENTS,
              key,
              codecs.settlements().encode(settlement(key, random)),
              List.of());
      default ->
          part(
              random.nextBoolean() ? Topic.SUSPECTS : Topic.DEAD_LETTERS,
              key,
              HostileText.of(random).getBytes(StandardCharsets.UTF_8),
              List.of());
    };
  }

  private static byte[] gate() {
    return "gate".getBytes(StandardCharsets.UTF_8);
  }

  private Part part(Topic topic, IdempotencyKey key, byte[] value, List<Header> headers) {
    byte[] bytes = KeyPartitions.bytes(key);
    int partition = new KeyPartitions(partitions).of(bytes);
    return new Part(
        topic, new HostileRecords.Place(partition, bytes).record(topic, value, headers));
  }

  /** Some are drawn twice. */
  private static IdempotencyKey key(SplittableRandom random) {
    byte[] bytes = new byte[KEY_BYTES];
    bytes[0] = (byte) random.nextInt(256);
    bytes[1] = (byte) random.nextInt(8);
    return new IdempotencyKey(
        "v1." + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  private ActionIntent intent(long number, SplittableRandom random) {
    Kind[] kinds = {Kind.HOSTILE_IDS, Kind.BAD_ARGUMENTS, Kind.BAD_TIMES, Kind.UNKNOWN_ACTION};
    return intents.of(kinds[random.nextInt(kinds.length)], number, random);
  }

  private ApprovedAction action(IdempotencyKey key, long number, SplittableRandom random) {
    return new ApprovedAction(
        key,
        random.nextInt(8) == 0 ? Integer.MAX_VALUE : random.nextInt(1, 4),
        one(KeyKind.values(), random),
        new Fingerprint("v1." + key.value().substring(3)),
        time(random),
        intent(number, random),
        ReplyHash.NONE);
  }

  private static <T> T one(T[] values, SplittableRandom random) {
    return values[random.nextInt(values.length)];
  }

  private static Instant time(SplittableRandom random) {
    return Instant.ofEpochMilli(
        random.nextInt(4) == 0 ? random.nextLong() : TIMES[random.nextInt(TIMES.length)]);
  }

  private OutcomeEvent outcome(IdempotencyKey key, long number, SplittableRandom random) {
    ActionIntent intent = intent(number, random);
    return new OutcomeEvent(
        random.nextInt(8) == 0 ? null : key,
        random.nextInt(-1, 3),
        new OutcomeEvent.About(
            FORGED + number,
            HostileText.of(random),
            intent.action(),
            intent.scope(),
            intent.intentId(),
            intent.toolCallId(),
            ReplyHash.NONE),
        one(OutcomeStatus.values(), random),
        new OutcomeEvent.Answer(
            HostileText.of(random),
            HostileText.of(random),
            HostileText.of(random),
            HostileText.of(random),
            HostileText.of(random)),
        new OutcomeEvent.History(
            random.nextInt(),
            random.nextLong(),
            random.nextBoolean() ? null : one(DuplicateCause.values(), random),
            HostileText.of(random),
            HostileText.of(random),
            HostileText.of(random),
            time(random),
            time(random)),
        time(random),
        random.nextBoolean() ? OutcomeEvent.Publisher.EXECUTOR : OutcomeEvent.Publisher.GATE);
  }

  private static Settlement settlement(IdempotencyKey key, SplittableRandom random) {
    return new Settlement(
        key,
        HostileText.of(random),
        random.nextBoolean() ? null : random.nextInt(),
        one(Settlement.Verdict.values(), random),
        HostileText.of(random),
        HostileText.of(random),
        one(Settlement.Source.values(), random),
        HostileText.filled(random),
        HostileText.of(random),
        time(random));
  }
}
