package dev.actonce.executor;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.execution.Claim;
import dev.actonce.kafka.TopicNames;
import dev.actonce.wire.ClaimsTable;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes over newly assigned partitions: the stable committed offset first, which waits for the
 * predecessor's open transaction, then the claims, every live one of which is in doubt. Confined to
 * the poll thread.
 */
final class Takeover {
  private static final Logger LOG = LoggerFactory.getLogger(Takeover.class);
  private static final Duration COMMITTED_TIMEOUT = Duration.ofSeconds(30);
  private static final int MAX_WAKEUPS = 10_000;

  private final Consumer<byte[], byte[]> consumer;
  private final ClaimsReader claims;
  private final Assignment assignment;
  private final Tools tools;
  private final TopicNames topics;

  Takeover(
      Consumer<byte[], byte[]> consumer,
      ClaimsReader claims,
      Assignment assignment,
      Tools tools,
      TopicNames topics) {
    this.consumer = consumer;
    this.claims = claims;
    this.assignment = assignment;
    this.tools = tools;
    this.topics = topics;
  }

  /**
   * A claim to recover.
   *
   * @param tool performs its action
   */
  record Found(ClaimsTable.Live live, BoundTool tool) {}

  /**
   * Positions the consumer on a partition; owns it from now on.
   *
   * @return its live claims, all of which are in doubt
   * @throws ActOnceException STATE_LOST or INVALID_CATALOG if the partition cannot be served, which
   *     leaves it as it was; BROKER_UNAVAILABLE if trying again may help
   */
  List<Found> take(int partition) {
    TopicPartition dispatch = new TopicPartition(topics.dispatch(), partition);
    TopicPartition settlements = new TopicPartition(topics.settlements(), partition);
    long committed = committed(dispatch);
    long settled = committed(settlements);
    ClaimsReader.Snapshot snapshot = claims.read(partition);
    List<Found> found =
        snapshot.live().stream().map(live -> new Found(live, toolOf(live.claim()))).toList();
    long position = Math.max(committed, snapshot.position());
    if (snapshot.position() > committed) {
      LOG.warn(
          "{}: the group's offset is {} but actions up to {} were claimed; going on from there",
          dispatch,
          committed,
          snapshot.position());
    }
    consumer.seek(dispatch, position);
    consumer.seek(settlements, settled);
    assignment.add(partition, position, settled);
    LOG.info("took over {} at {} with {} live claims", dispatch, position, found.size());
    return found;
  }

  /** A claim without its tool must not be dropped, and nobody could settle it here: stop. */
  private BoundTool toolOf(Claim claim) {
    String action = claim.action().intent().action();
    return tools
        .find(action)
        .orElseThrow(
            () ->
                new ActOnceException(
                    ErrorCode.INVALID_CATALOG,
                    "key="
                        + claim.key()
                        + " has a live claim of action '"
                        + action
                        + "', which is not in the catalog; put the tool back until it is settled"));
  }

  private long committed(TopicPartition partition) {
    for (int i = 0; i < MAX_WAKEUPS; i++) {
      try {
        @Nullable OffsetAndMetadata offset =
            consumer.committed(Set.of(partition), COMMITTED_TIMEOUT).get(partition);
        return offset == null ? 0 : offset.offset();
      } catch (WakeupException e) {
        LOG.trace("a handler returned while reading the committed offset", e);
      } catch (TimeoutException e) {
        throw new ActOnceException(
            ErrorCode.BROKER_UNAVAILABLE,
            "no stable offset of "
                + partition
                + " within "
                + COMMITTED_TIMEOUT
                + "; a transaction of the predecessor may be open: 'ops/actonce doctor' finds it"
                + " and says how to end it",
            e);
      }
    }
    throw new ActOnceException(ErrorCode.INTERNAL, "woken up too often reading " + partition);
  }
}
