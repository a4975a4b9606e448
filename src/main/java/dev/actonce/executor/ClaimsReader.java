package dev.actonce.executor;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.execution.Claim;
import dev.actonce.kafka.TopicScan;
import dev.actonce.wire.ClaimsTable;
import dev.actonce.wire.ClaimsTable.Live;
import dev.actonce.wire.Codec;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/** Reads what the claims topic says of one partition. Confined to the poll thread. */
final class ClaimsReader {
  private static final TopicScan.Limits LIMITS =
      TopicScan.Limits.stall(Duration.ofSeconds(60), Duration.ofSeconds(30));

  /**
   * Committed content of a claims partition.
   *
   * @param live claims without a tombstone, oldest first; those that are UNKNOWN, of which there
   *     may be many, without their arguments
   * @param position next dispatch offset to claim; 0 when none was ever written
   */
  record Snapshot(Collection<Live> live, long position) {}

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
   * @throws ActOnceException BROKER_UNAVAILABLE if it does not end, or the brokers do not answer;
   *     STATE_LOST if a claim cannot be read: skipping it would forget an effect
   */
  Snapshot read(int partition) {
    TopicPartition claims = new TopicPartition(topic, partition);
    ClaimsTable table = new ClaimsTable(codec, ClaimsReader::kept);
    long end = clients.claimsEnd(claims);
    try (Consumer<byte[], byte[]> consumer = clients.claimsReader()) {
      TopicScan.of(consumer, List.of(claims), LIMITS)
          .to(Map.of(claims, end))
          .failing(
              ErrorCode.BROKER_UNAVAILABLE,
              "a transaction may be open there, or the brokers may be down: look with"
                  + " 'ops/actonce doctor'")
          .read(table::add);
    }
    table.unreadable().stream().findFirst().ifPresent(ClaimsReader::refuse);
    return new Snapshot(table.live(), table.positionOf(partition));
  }

  private static Claim kept(Claim claim) {
    return claim.state() == Claim.State.UNKNOWN ? claim.withoutArguments() : claim;
  }

  private static void refuse(ClaimsTable.Unreadable bad) {
    throw new ActOnceException(
        ErrorCode.STATE_LOST,
        "claim at "
            + bad.place()
            + " is unreadable: "
            + bad.fault().getMessage()
            + "; start the version that wrote it, or settle and remove it by hand",
        bad.fault());
  }
}
