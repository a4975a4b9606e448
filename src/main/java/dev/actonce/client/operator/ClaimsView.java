package dev.actonce.client.operator;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.execution.Claim;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.kafka.TopicScan;
import dev.actonce.wire.ClaimsTable;
import dev.actonce.wire.Codec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads the committed live claims, with a consumer per call. The claims topic is compacted, so all
 * of it is read.
 */
final class ClaimsView {
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
   * @param claims live ones that can be read
   * @param unreadable how many are left out because they cannot be read, where the first one is,
   *     and why; empty when all can be
   */
  record Read(List<Claim> claims, Optional<String> unreadable) {}

  /** All live claims. */
  Read all() {
    ClaimsTable table;
    try (Consumer<byte[], byte[]> consumer = consumers.get()) {
      table = read(consumer, TopicScan.partitions(consumer, topic, limit));
    }
    List<Claim> claims = table.live().stream().map(ClaimsTable.Live::claim).toList();
    List<ClaimsTable.Unreadable> unreadable = table.unreadable();
    return new Read(claims, unreadable.stream().findFirst().map(bad -> told(bad, unreadable)));
  }

  private String told(ClaimsTable.Unreadable first, List<ClaimsTable.Unreadable> all) {
    return "%d claims of %s are left out, the first at %s: %s; use the version of the executors"
        .formatted(all.size(), topic, first.place(), first.fault().getMessage());
  }

  /**
   * The live claim of a key.
   *
   * @throws ActOnceException UNDECODABLE if exactly that one cannot be read
   */
  Optional<Claim> find(IdempotencyKey key) {
    try (Consumer<byte[], byte[]> consumer = consumers.get()) {
      int count = TopicScan.partitions(consumer, topic, limit).size();
      TopicPartition only =
          new TopicPartition(topic, new KeyPartitions(count).of(KeyPartitions.bytes(key)));
      return read(consumer, List.of(only))
          .find(key)
          .map(entry -> entry.match(ClaimsTable.Live::claim, ClaimsView::refuse));
    }
  }

  private static Claim refuse(ClaimsTable.Unreadable bad) {
    throw new ActOnceException(
        ErrorCode.UNDECODABLE,
        "the claim at %s is unreadable: %s; use the version of the executors"
            .formatted(bad.place(), bad.fault().getMessage()),
        bad.fault());
  }

  private ClaimsTable read(Consumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
    ClaimsTable table = new ClaimsTable(codec, claim -> claim);
    TopicScan.of(consumer, partitions, TopicScan.Limits.total(limit))
        .failing(ErrorCode.TIMED_OUT, "try again when the brokers are less busy")
        .read(table::add);
    return table;
  }
}
