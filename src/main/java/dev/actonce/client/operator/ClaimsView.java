package dev.actonce.client.operator;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.execution.Claim;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.wire.Codec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Reads the committed live claims, with a consumer per call. The claims topic is compacted, so all
 * of it is read; a record whose key is none of an action, such as an executor's position, is passed
 * over.
 */
final class ClaimsView {
  private static final Duration POLL = Duration.ofMillis(200);

  private final String topic;
  private final Codec<Claim> codec;
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final Duration limit;

  ClaimsView(
      String topic,
      Codec<Claim> codec,
      Supplier<Consumer<byte[], byte[]>> consumers,
      Duration limit) {
    this.topic = topic;
    this.codec = codec;
    this.consumers = consumers;
    this.limit = limit;
  }

  /**
   * What the topic holds.
   *
   * @param claims live ones that can be read, in no order
   * @param unreadable how many are left out because they cannot be read, where the first one is,
   *     and why; empty when all can be
   */
  record Read(List<Claim> claims, Optional<String> unreadable) {}

  /** The newest record of a key: a claim, or why it is none. */
  private sealed interface Entry {
    record Live(Claim claim) implements Entry {}

    record Unreadable(String place, ActOnceException fault) implements Entry {}
  }

  /** All live claims. */
  Read all() {
    List<Claim> claims = new ArrayList<>();
    List<Entry.Unreadable> unreadable = new ArrayList<>();
    for (Entry entry : readAll()) {
      if (entry instanceof Entry.Live ok) {
        claims.add(ok.claim());
      } else if (entry instanceof Entry.Unreadable bad) {
        unreadable.add(bad);
      }
    }
    return new Read(claims, unreadable.stream().findFirst().map(bad -> told(bad, unreadable)));
  }

  private String told(Entry.Unreadable first, List<Entry.Unreadable> all) {
    return "%d claims of %s are left out, the first at %s: %s; use the version of the executors"
        .formatted(all.size(), topic, first.place(), first.fault().getMessage());
  }

  private Collection<Entry> readAll() {
    try (Consumer<byte[], byte[]> consumer = consumers.get()) {
      return read(consumer, partitions(consumer)).values();
    }
  }

  /**
   * The live claim of a key.
   *
   * @throws ActOnceException UNDECODABLE if exactly that one cannot be read
   */
  Optional<Claim> find(IdempotencyKey key) {
    try (Consumer<byte[], byte[]> consumer = consumers.get()) {
      int count = partitions(consumer).size();
      TopicPartition only =
          new TopicPartition(topic, new KeyPartitions(count).of(KeyPartitions.bytes(key)));
      Entry entry = read(consumer, List.of(only)).get(key.value());
      if (entry instanceof Entry.Unreadable bad) {
        throw new ActOnceException(
            ErrorCode.UNDECODABLE,
            "the claim at %s is unreadable: %s; use the version of the executors"
                .formatted(bad.place(), bad.fault().getMessage()),
            bad.fault());
      }
      return entry instanceof Entry.Live ok ? Optional.of(ok.claim()) : Optional.empty();
    }
  }

  private List<TopicPartition> partitions(Consumer<byte[], byte[]> consumer) {
    return consumer.partitionsFor(topic, limit).stream()
        .map(info -> new TopicPartition(topic, info.partition()))
        .toList();
  }

  private Map<String, Entry> read(
      Consumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
    long startNanos = System.nanoTime();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, limit);
    Map<String, Entry> live = new LinkedHashMap<>();
    for (TopicPartition partition : partitions) {
      long end = Objects.requireNonNull(ends.get(partition), "Kafka answers for each partition");
      while (consumer.position(partition, limit) < end) {
        if (System.nanoTime() - startNanos > limit.toNanos()) {
          throw new ActOnceException(
              ErrorCode.TIMED_OUT,
              "the claims were not read up to "
                  + partition
                  + "@"
                  + end
                  + " within "
                  + limit
                  + "; try again when the brokers are less busy");
        }
        consumer.poll(POLL).forEach(record -> apply(record, live));
      }
    }
    return live;
  }

  private void apply(ConsumerRecord<byte[], byte[]> record, Map<String, Entry> live) {
    byte @Nullable [] keyBytes = record.key();
    String key = keyBytes == null ? "" : new String(keyBytes, StandardCharsets.UTF_8);
    if (!key.startsWith(IdempotencyKey.PREFIX)) {
      return;
    }
    live.remove(key); // The first that is unreadable is told by its place.
    if (record.value() != null) {
      live.put(key, decode(record, key));
    }
  }

  /** One that cannot be read must not hide the others, nor be taken for the one before it. */
  private Entry decode(ConsumerRecord<byte[], byte[]> record, String key) {
    try {
      Claim claim = codec.decode(record.value());
      if (!claim.key().value().equals(key)) {
        throw new ActOnceException(ErrorCode.UNDECODABLE, "it is of key " + claim.key());
      }
      return new Entry.Live(claim);
    } catch (ActOnceException e) {
      String place = topic + "-" + record.partition() + "@" + record.offset();
      return new Entry.Unreadable(place, e);
    }
  }
}
