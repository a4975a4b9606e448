package dev.actonce.executor;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.execution.Claim;
import dev.actonce.wire.Codec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads single claims back, whose arguments were left out in memory. The newest record of a key
 * stays where it is: compaction removes only older ones. Confined to the poll thread.
 */
final class ClaimRecall implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClaimRecall.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int MAX_EMPTY_POLLS = 75;

  private final String topic;
  private final Codec<Claim> codec;
  private final KafkaClients clients;
  private @Nullable Consumer<byte[], byte[]> consumer;

  ClaimRecall(String topic, Codec<Claim> codec, KafkaClients clients) {
    this.topic = topic;
    this.codec = codec;
    this.clients = clients;
  }

  /**
   * Gives an execution its arguments back, if it lacks them.
   *
   * @return false if its record is gone, which only a deleted topic explains; it is logged
   * @throws ActOnceException BROKER_UNAVAILABLE if the brokers do not answer within 15 s
   */
  boolean fill(Execution execution) {
    Claim claim = execution.claim();
    if (claim.isWhole()) {
      return true;
    }
    TopicPartition partition = new TopicPartition(topic, execution.partition());
    Optional<Claim> written =
        read(partition, execution.offset()).filter(c -> c.claimId().equals(claim.claimId()));
    written.ifPresentOrElse(
        execution::fill,
        () ->
            LOG.error(
                "key={} claimId={}: its record at {}@{} is gone, so it cannot be called again; it"
                    + " waits for a settlement",
                claim.key(),
                claim.claimId(),
                partition,
                execution.offset()));
    return written.isPresent();
  }

  private Optional<Claim> read(TopicPartition partition, long offset) {
    if (consumer == null) {
      consumer = clients.claimRecall();
    }
    consumer.assign(List.of(partition));
    consumer.seek(partition, offset);
    for (int i = 0; i < MAX_EMPTY_POLLS; i++) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL).records(partition)) {
        byte @Nullable [] value = record.value();
        return record.offset() == offset && value != null
            ? Optional.of(codec.decode(value))
            : Optional.empty();
      }
    }
    throw new ActOnceException(
        ErrorCode.BROKER_UNAVAILABLE,
        "the claim at "
            + partition
            + "@"
            + offset
            + " was not read back within 15 s; the brokers"
            + " may be down, or a transaction open there: look with 'ops/actonce doctor'");
  }

  @Override
  public void close() {
    if (consumer != null) {
      consumer.close();
    }
  }
}
