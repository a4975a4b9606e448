package dev.actonce.kafka.doctor;

import dev.actonce.kafka.KafkaCalls;
import dev.actonce.kafka.doctor.OpenTransaction.Coordinated;
import dev.actonce.kafka.doctor.OpenTransaction.Writer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads the open transactions of partitions, and ends one when told to. Thread-safe. */
final class TransactionReader {
  private final Admin admin;
  private final KafkaCalls calls;

  TransactionReader(Admin admin, KafkaCalls calls) {
    this.admin = admin;
    this.calls = calls;
  }

  /** The transactions that are open in these partitions. */
  List<OpenTransaction> open(Collection<TopicPartition> partitions) {
    Map<TopicPartition, PartitionProducerState> producers =
        calls.await(admin.describeProducers(partitions).all());
    Map<TopicPartition, List<ProducerState>> writing = new HashMap<>();
    producers.forEach(
        (partition, state) ->
            writing.put(
                partition,
                state.activeProducers().stream()
                    .filter(producer -> producer.currentTransactionStartOffset().isPresent())
                    .toList()));
    Set<Long> ids =
        writing.values().stream()
            .flatMap(List::stream)
            .map(ProducerState::producerId)
            .collect(Collectors.toSet());
    Map<Long, Known> known = ids.isEmpty() ? Map.of() : known(ids);
    List<OpenTransaction> open = new ArrayList<>();
    writing.forEach(
        (partition, states) ->
            states.forEach(
                state ->
                    open.add(
                        new OpenTransaction(
                            partition,
                            state.currentTransactionStartOffset().orElseThrow(),
                            writer(state),
                            coordinated(known.get(state.producerId()), partition)))));
    return List.copyOf(open);
  }

  /** How far committed records can be read in each partition. */
  List<StableLag> lags(Collection<TopicPartition> partitions) {
    Map<TopicPartition, Long> ends = ends(partitions, IsolationLevel.READ_UNCOMMITTED);
    Map<TopicPartition, Long> stable = ends(partitions, IsolationLevel.READ_COMMITTED);
    return ends.entrySet().stream()
        .map(
            end ->
                new StableLag(
                    end.getKey(),
                    stable.getOrDefault(end.getKey(), end.getValue()),
                    end.getValue()))
        .toList();
  }

  /** Where partitions end for readers of an isolation level. */
  Map<TopicPartition, Long> ends(
      Collection<TopicPartition> partitions, IsolationLevel isolationLevel) {
    Map<TopicPartition, OffsetSpec> latest =
        partitions.stream()
            .collect(Collectors.toMap(Function.identity(), partition -> OffsetSpec.latest()));
    Map<TopicPartition, ListOffsetsResultInfo> offsets =
        calls.await(admin.listOffsets(latest, new ListOffsetsOptions(isolationLevel)).all());
    Map<TopicPartition, Long> ends = new HashMap<>();
    offsets.forEach((partition, info) -> ends.put(partition, info.offset()));
    return ends;
  }

  /**
   * Ends a transaction. One that its coordinator knows is aborted by the coordinator, in all its
   * partitions, and its producer is fenced; to abort it in one partition only would tear it apart.
   * One that no coordinator knows is aborted in its partition.
   */
  void abort(OpenTransaction open) {
    if (open.coordinated().isPresent()) {
      String transactionalId = open.coordinated().get().transactionalId();
      calls.await(admin.fenceProducers(List.of(transactionalId)).all());
      return;
    }
    Writer writer = open.writer();
    // A producer that never ended a transaction there has no coordinator epoch yet.
    int coordinatorEpoch = Math.max(writer.coordinatorEpoch(), 0);
    AbortTransactionSpec spec =
        new AbortTransactionSpec(
            open.at(), writer.producerId(), (short) writer.epoch(), coordinatorEpoch);
    calls.await(admin.abortTransaction(spec).all());
  }

  /** A transaction that a coordinator knows, whether it runs or not. */
  private record Known(String transactionalId, TransactionDescription description) {}

  private Map<Long, Known> known(Set<Long> producerIds) {
    Set<String> names =
        calls.await(admin.listTransactions().all()).stream()
            .filter(listing -> producerIds.contains(listing.producerId()))
            .map(TransactionListing::transactionalId)
            .collect(Collectors.toSet());
    Map<Long, Known> known = new HashMap<>();
    calls
        .await(admin.describeTransactions(names).all())
        .forEach(
            (name, description) ->
                known.put(description.producerId(), new Known(name, description)));
    return known;
  }

  /** What the coordinator knows of the transaction in this partition. */
  private static Optional<Coordinated> coordinated(@Nullable Known known, TopicPartition at) {
    if (known == null || !known.description().topicPartitions().contains(at)) {
      return Optional.empty();
    }
    TransactionDescription description = known.description();
    Optional<Instant> startedAt =
        description.transactionStartTimeMs().isPresent()
            ? Optional.of(Instant.ofEpochMilli(description.transactionStartTimeMs().getAsLong()))
            : Optional.empty();
    return Optional.of(
        new Coordinated(
            known.transactionalId(),
            description.state().toString(),
            Duration.ofMillis(description.transactionTimeoutMs()),
            startedAt));
  }

  private static Writer writer(ProducerState state) {
    return new Writer(
        state.producerId(),
        state.producerEpoch(),
        state.coordinatorEpoch().orElse(-1),
        Instant.ofEpochMilli(state.lastTimestamp()));
  }
}
