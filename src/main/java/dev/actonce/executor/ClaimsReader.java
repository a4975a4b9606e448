package dev.actonce.executor;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.execution.Claim;
import dev.actonce.wire.Codec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads what the claims topic says of one partition. Confined to the poll thread. */
final class ClaimsReader {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int MAX_EMPTY_POLLS = 150;

  /**
   * Committed content of a claims partition.
   *
   * @param live claims without a tombstone, oldest first
   * @param position next dispatch offset to claim; 0 when none was ever written
   */
  record Snapshot(Collection<Live> live, long position) {}

  /**
   * A live claim.
   *
   * @param claim without its arguments if it is UNKNOWN: of these there may be many
   * @param offset of its newest record
   */
  record Live(Claim claim, long offset) {}

  private final String topic;
  private final Codec<Claim> codec;
  private final KafkaClients clients;

  ClaimsReader(String topic, Codec<Claim> codec, KafkaClients clients) {
    this.topic = topic;
    this.codec = codec;
    this.clients = clients;
  }

  /**
   * Reads a partition up to the end it has now. An open transaction in it has to end first: beyond
   * it there may be claims and tombstones that are committed, but that no reader sees yet, and a
   * claim that is overlooked is an action that is lost or repeated.
   *
   * @throws ActOnceException BROKER_UNAVAILABLE if it does not end, or the brokers do not answer
   */
  Snapshot read(int partition) {
    TopicPartition claims = new TopicPartition(topic, partition);
    Map<String, Live> live = new LinkedHashMap<>();
    long position = 0;
    long end = clients.claimsEnd(claims);
    try (Consumer<byte[], byte[]> consumer = clients.claimsReader()) {
      consumer.assign(List.of(claims));
      consumer.seekToBeginning(List.of(claims));
      int emptyPolls = 0;
      while (consumer.position(claims) < end) {
        List<ConsumerRecord<byte[], byte[]>> records = consumer.poll(POLL).records(claims);
        emptyPolls = records.isEmpty() ? emptyPolls + 1 : 0;
        if (emptyPolls > MAX_EMPTY_POLLS) {
          throw new ActOnceException(
              ErrorCode.BROKER_UNAVAILABLE,
              "claims partition "
                  + claims
                  + " stopped at offset "
                  + consumer.position(claims)
                  + " before its end "
                  + end
                  + "; a transaction may be open there, or the brokers may be down: look with"
                  + " 'ops/actonce doctor'");
        }
        for (ConsumerRecord<byte[], byte[]> record : records) {
          position = apply(record, live, position);
        }
      }
    }
    return new Snapshot(live.values(), position);
  }

  private long apply(ConsumerRecord<byte[], byte[]> record, Map<String, Live> live, long position) {
    byte @Nullable [] value = record.value();
    if (Positions.isPosition(record.key())) {
      return value == null ? position : decodePosition(record, value);
    }
    byte @Nullable [] keyBytes = record.key();
    if (keyBytes == null) {
      throw unreadable(record, new IllegalArgumentException("it has no key"));
    }
    String key = new String(keyBytes, StandardCharsets.UTF_8);
    live.remove(key);
    if (value != null) {
      Claim claim = decode(record, value);
      live.put(
          key,
          new Live(
              claim.state() == Claim.State.UNKNOWN ? claim.withoutArguments() : claim,
              record.offset()));
    }
    return position;
  }

  private long decodePosition(ConsumerRecord<byte[], byte[]> record, byte[] value) {
    try {
      return Positions.decode(value);
    } catch (NumberFormatException e) {
      throw unreadable(record, e);
    }
  }

  private Claim decode(ConsumerRecord<byte[], byte[]> record, byte[] value) {
    try {
      return codec.decode(value);
    } catch (RuntimeException | StackOverflowError e) { // Whatever the bytes do to a decoder.
      throw unreadable(record, e);
    }
  }

  /** What cannot be read must stop the partition: skipping it would forget an effect. */
  private ActOnceException unreadable(ConsumerRecord<byte[], byte[]> record, Throwable e) {
    return new ActOnceException(
        ErrorCode.STATE_LOST,
        "claim at "
            + topic
            + "-"
            + record.partition()
            + "@"
            + record.offset()
            + " is unreadable: "
            + e.getMessage()
            + "; start the version that wrote it, or settle and remove it by hand",
        e);
  }
}
