package dev.actonce.fuzz;

import static dev.actonce.fuzz.HostileRecord.Kind;

import dev.actonce.catalog.Catalog;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.key.Derivation;
import dev.actonce.core.key.KeyDeriver;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.kafka.Topic;
import dev.actonce.wire.Codecs;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * All records of a run. Each depends on the run's seed and its own number only. Confined to one
 * thread.
 */
final class HostileRecords {
  /** One record of so many is a good intent. */
  static final int GOOD_EVERY = 1_000;

  private static final int THOUSAND = 1_000;
  private static final int MANY_HEADERS = 3_000;
  private static final int INFLATED_BYTES = 8 * 1024 * 1024;
  private static final byte[] SCHEMA_ID = {0, 0, 0, 0, 7};
  private static final NavigableMap<Integer, Kind> SHARES = shares();

  private final long seed;
  private final int partitions;
  private final Set<Kind> without;
  private final Codecs codecs = new Codecs();
  private final Catalog catalog = FuzzTools.catalog();
  private final HostileIntents intents;
  private final HostileInternals internals;

  /**
   * @param without kinds that are left out, to look for faults behind a known one
   */
  HostileRecords(long seed, int partitions, Set<Kind> without) {
    this.seed = seed;
    this.partitions = partitions;
    this.without = Set.copyOf(without);
    this.intents = new HostileIntents("fuzz-" + seed);
    this.internals = new HostileInternals(intents, codecs, partitions);
  }

  private static NavigableMap<Integer, Kind> shares() {
    NavigableMap<Integer, Kind> shares = new TreeMap<>();
    int from = 0;
    for (Kind kind : Kind.values()) {
      if (kind.perThousand() > 0) {
        shares.put(from, kind);
      }
      from += kind.perThousand();
    }
    return shares;
  }

  HostileRecord get(long number) {
    if (number % GOOD_EVERY == GOOD_EVERY - 1) {
      return good(number);
    }
    SplittableRandom random = random(number);
    Kind kind = SHARES.floorEntry(random.nextInt(THOUSAND)).getValue();
    while (without.contains(kind)) {
      kind = SHARES.floorEntry(random.nextInt(THOUSAND)).getValue();
    }
    return of(number, kind, random);
  }

  /** Of who is no attacker; any number that no other record has. */
  HostileRecord good(long number) {
    return intent(number, Kind.GOOD, intents.good(number), random(number));
  }

  /** Whether the good record of a number is performed in a partition. */
  boolean isGoodOf(int partition, long number) {
    byte @Nullable [] key = rightKey(intents.good(number));
    return key != null && new KeyPartitions(partitions).of(key) == partition;
  }

  /** What should not be in the claims of a partition. */
  HostileClaims claims(int partition) {
    return new HostileClaims(intents, codecs, partition, random(-partition));
  }

  private SplittableRandom random(long number) {
    return new SplittableRandom(seed * 0x9E3779B97F4A7C15L + number);
  }

  private HostileRecord of(long number, Kind kind, SplittableRandom random) {
    return switch (kind) {
      case JSON ->
          json(number, kind, HostileJson.intent(intents.requestId(number), random), random);
      case MUTATED_JSON ->
          json(
              number,
              kind,
              Mutation.of(HostileJson.intent(intents.requestId(number), random), random),
              random);
      case MUTATED_AVRO ->
          raw(number, kind, Mutation.of(encoded(number, kind, random), random), random);
      case GARBAGE -> raw(number, kind, garbage(random), random);
      case MANY_HEADERS -> headers(number, random);
      case INFLATING -> raw(number, kind, inflated(number, random), random);
      case REROUTED, DISPATCH, OUTCOME, SETTLEMENT, OUTPUT_TOPIC -> internal(number, kind, random);
      default -> intent(number, kind, intents.of(kind, number, random), random);
    };
  }

  private byte[] encoded(long number, Kind kind, SplittableRandom random) {
    return codecs.intents().encode(intents.of(kind, number, random));
  }

  private HostileRecord intent(
      long number, Kind kind, ActionIntent intent, SplittableRandom random) {
    byte @Nullable [] right = random.nextInt(4) > 0 ? rightKey(intent) : null;
    byte @Nullable [] key = right == null ? key(random) : right;
    Place place = new Place(right == null ? partition(key, random) : null, key);
    byte[] value = codecs.intents().encode(intent);
    Addressee addressee = Addressee.of(intent);
    return new HostileRecord(
        number,
        kind,
        place.record(Topic.INTENTS, value, List.of()),
        addressee.due(),
        addressee.requestId());
  }

  private byte @Nullable [] rightKey(ActionIntent intent) {
    try {
      return catalog
          .find(intent.action())
          .map(tool -> KeyDeriver.derive(intent, tool.policy().key()))
          .map(
              derivation ->
                  derivation instanceof Derivation.Derived derived
                      ? KeyPartitions.bytes(derived.key())
                      : null)
          .orElse(null);
    } catch (RuntimeException | StackOverflowError e) {
      return null;
    }
  }

  private HostileRecord json(long number, Kind kind, byte[] value, SplittableRandom random) {
    return record(
        number,
        kind,
        Topic.INTENTS,
        place(random),
        value,
        List.of(HostileJson.contentType(random)));
  }

  private HostileRecord raw(
      long number, Kind kind, byte @Nullable [] value, SplittableRandom random) {
    return record(
        number,
        kind,
        Topic.INTENTS,
        place(random),
        value,
        kind == Kind.INFLATING ? List.of(HostileJson.contentType(random)) : List.of());
  }

  private HostileRecord headers(long number, SplittableRandom random) {
    List<Header> headers = new ArrayList<>();
    for (int i = random.nextInt(MANY_HEADERS); i > 0; i--) {
      headers.add(new RecordHeader("h" + i, i % 7 == 0 ? null : new byte[random.nextInt(30)]));
    }
    headers.add(new RecordHeader("big", new byte[random.nextInt(100_000)]));
    Place place = place(random);
    byte @Nullable [] value =
        random.nextBoolean() ? encoded(number, Kind.MANY_HEADERS, random) : garbage(random);
    return record(number, Kind.MANY_HEADERS, Topic.INTENTS, place, value, headers);
  }

  private HostileRecord internal(long number, Kind kind, SplittableRandom random) {
    HostileInternals.Part part = internals.of(kind, number, random);
    byte @Nullable [] forged = part.wire().value();
    byte @Nullable [] value =
        switch (random.nextInt(6)) {
          case 0 -> garbage(random);
          case 1 -> forged == null ? null : Mutation.of(forged, random);
          default -> forged;
        };
    Place place =
        random.nextInt(3) == 0
            ? place(random)
            : new Place(part.wire().partition(), part.wire().key());
    List<Header> headers = List.of(part.wire().headers().toArray());
    return record(number, kind, part.topic(), place, value, headers);
  }

  private HostileRecord record(
      long number,
      Kind kind,
      Topic topic,
      Place place,
      byte @Nullable [] value,
      List<Header> headers) {
    Addressee addressee = Addressee.of(topic, value, headers, codecs);
    return new HostileRecord(
        number, kind, place.record(topic, value, headers), addressee.due(), addressee.requestId());
  }

  /** Where a record goes; without a partition the producer chooses by the key. */
  static final class Place {
    private final @Nullable Integer partition;
    private final byte @Nullable [] key;

    Place(@Nullable Integer partition, byte @Nullable [] key) {
      this.partition = partition;
      this.key = key;
    }

    ProducerRecord<byte[], byte[]> record(
        Topic topic, byte @Nullable [] value, Iterable<Header> headers) {
      String name = FuzzedPipeline.TOPICS.of(topic);
      return new ProducerRecord<>(name, partition, key, value, headers);
    }
  }

  private Place place(SplittableRandom random) {
    byte @Nullable [] key = key(random);
    return new Place(partition(key, random), key);
  }

  /** Without a key a producer would choose by its load, which no seed repeats. */
  private @Nullable Integer partition(byte @Nullable [] key, SplittableRandom random) {
    return key == null || random.nextInt(4) == 0 ? random.nextInt(partitions) : null;
  }

  private static byte @Nullable [] key(SplittableRandom random) {
    return switch (random.nextInt(6)) {
      case 0 -> new byte[0];
      case 1 -> HostileText.of(random).getBytes(StandardCharsets.UTF_8);
      case 2 -> ("v1." + "A".repeat(43)).getBytes(StandardCharsets.UTF_8);
      default -> null;
    };
  }

  private static byte @Nullable [] garbage(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(200)];
    random.nextBytes(bytes);
    return switch (random.nextInt(6)) {
      case 0 -> null;
      case 1 -> new byte[0];
      case 2 -> HostileArguments.hostile(random).getBytes(StandardCharsets.UTF_8);
      case 3 -> {
        System.arraycopy(SCHEMA_ID, 0, bytes, 0, Math.min(bytes.length, SCHEMA_ID.length));
        yield bytes;
      }
      default -> bytes;
    };
  }

  /** Compresses to next to nothing; one in twenty of its kind is as large as a producer sends. */
  private byte[] inflated(long number, SplittableRandom random) {
    byte[] value = new byte[random.nextInt(20) == 0 ? INFLATED_BYTES : INFLATED_BYTES / 100];
    Arrays.fill(value, (byte) " \u0000[x".charAt(random.nextInt(4)));
    if (random.nextBoolean()) {
      byte[] json = HostileJson.intent(intents.requestId(number), random);
      System.arraycopy(json, 0, value, value.length - json.length, Math.min(json.length, 1_000));
    }
    return value;
  }
}
