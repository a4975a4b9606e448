package dev.actonce.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Fingerprint;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.KeyKind;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.execution.Claim;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.wire.Codecs;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * What nobody but an executor should write, for one partition of the claims. No record is without a
 * key: the broker takes none in a compacted topic.
 */
final class HostileClaims {
  private static final int MUTATED = 200;
  private static final int KEY_BYTES = 32;

  private final HostileIntents intents;
  private final Codecs codecs;
  private final int partition;
  private final SplittableRandom random;

  HostileClaims(HostileIntents intents, Codecs codecs, int partition, SplittableRandom random) {
    this.intents = intents;
    this.codecs = codecs;
    this.partition = partition;
    this.random = random;
  }

  /** The first cannot be read, nor can the last; those between are of all kinds. */
  List<ProducerRecord<byte[], byte[]>> records() {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    records.add(record(KeyPartitions.bytes(key()), some(50)));
    records.add(record(new byte[0], new byte[0]));
    records.add(record(some(20), null));
    records.add(record("position".getBytes(UTF_8), "NaN".getBytes(UTF_8)));
    for (int i = 0; i < MUTATED; i++) {
      byte[] claim = codecs.claims().encode(claim(i));
      records.add(record(KeyPartitions.bytes(key()), Mutation.of(claim, random)));
    }
    records.add(record(KeyPartitions.bytes(key()), some(50)));
    return records;
  }

  private ProducerRecord<byte[], byte[]> record(byte[] key, byte @Nullable [] value) {
    String topic = FuzzedPipeline.TOPICS.claims();
    return new ProducerRecord<>(topic, partition, key, value);
  }

  private byte[] some(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private Claim claim(int number) {
    IdempotencyKey key = key();
    return Claim.fresh(
        new ApprovedAction(
            key,
            1,
            KeyKind.INTENT,
            new Fingerprint(key.value()),
            InstantSource.system().instant(),
            intents.good(number),
            ReplyHash.NONE),
        "claim-" + number,
        "nobody",
        new Claim.Terms(SafetyClass.IDEMPOTENT, "hash"),
        InstantSource.system().instant(),
        0);
  }

  private IdempotencyKey key() {
    return new IdempotencyKey(
        "v1." + Base64.getUrlEncoder().withoutPadding().encodeToString(some(KEY_BYTES)));
  }
}
