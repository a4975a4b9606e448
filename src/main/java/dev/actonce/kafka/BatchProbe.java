package dev.actonce.kafka;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.ApiVersions;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.DefaultHostResolver;
import org.apache.kafka.clients.ManualMetadataUpdater;
import org.apache.kafka.clients.NetworkClient;
import org.apache.kafka.clients.NetworkClientUtils;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.Records;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.FetchResponse;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.BufferSupplier;
import org.apache.kafka.common.utils.internals.CloseableIterator;
import org.apache.kafka.common.utils.internals.LogContext;

/**
 * Looks into the batch of one record without giving its records memory. Kafka's consumer cannot: to
 * reach a record it reads those before it in the same batch, whatever they need. Fetches the batch
 * as a consumer does, and goes through it as a stream.
 */
public final class BatchProbe {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** A batch that holds more is not looked at to its end; it counts as too large. */
  private static final long MAX_LOOKED_AT_BYTES = 1024L * 1024 * 1024;

  private final ClientSettings settings;
  private final String instance;

  /**
   * @param instance names its clients
   */
  public BatchProbe(ClientSettings settings, String instance) {
    this.settings = settings;
    this.instance = instance;
  }

  /**
   * The last record that has to be passed together with this one: itself, unless its batch holds a
   * record that is too large ({@link OversizedRecord#MAX_BYTES}). Then it is the last of the batch,
   * because those behind cannot be reached. A batch is the work of one producer.
   *
   * @return its offset; empty if there is no such record
   * @throws ActOnceException BROKER_UNAVAILABLE if it cannot be fetched now
   */
  public OptionalLong lastToPass(TopicPartition partition, long offset) {
    try (Admin admin = Admin.create(settings.admin(instance + "-probe"))) {
      TopicDescription topic =
          admin
              .describeTopics(List.of(partition.topic()))
              .allTopicNames()
              .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
              .values()
              .iterator()
              .next();
      Records records = fetch(partition, topic, offset);
      for (RecordBatch batch : records.batches()) {
        if (batch.baseOffset() <= offset && offset <= batch.lastOffset()) {
          return OptionalLong.of(holdsTooLarge(batch) ? batch.lastOffset() : offset);
        }
      }
      return OptionalLong.empty();
    } catch (IOException | ExecutionException | TimeoutException | KafkaException e) {
      throw new ActOnceException(
          ErrorCode.BROKER_UNAVAILABLE,
          "the batch of " + partition + "@" + offset + " cannot be fetched: " + e.getMessage(),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ActOnceException(
          ErrorCode.INTERRUPTED, "interrupted while a batch was looked at", e);
    }
  }

  private Records fetch(TopicPartition partition, TopicDescription topic, long offset)
      throws IOException {
    Node leader = topic.partitions().get(partition.partition()).leader();
    if (leader == null || leader.isEmpty()) {
      throw new KafkaException(partition + " has no leader");
    }
    Time time = Time.SYSTEM;
    ConsumerConfig config =
        new ConsumerConfig(settings.assignedReader(instance + "-probe-" + partition));
    try (Metrics metrics = new Metrics();
        NetworkClient client = client(config, metrics, time)) {
      if (!NetworkClientUtils.awaitReady(client, leader, time, TIMEOUT.toMillis())) {
        throw new IOException(leader + " does not answer");
      }
      FetchRequest.PartitionData wanted =
          new FetchRequest.PartitionData(
              topic.topicId(), offset, FetchRequest.INVALID_LOG_START_OFFSET, 1, Optional.empty());
      FetchRequest.Builder request =
          FetchRequest.Builder.forConsumer(
                  ApiKeys.FETCH.latestVersion(), 0, 0, Map.of(partition, wanted))
              .setMaxBytes(1); // Brokers answer with one batch all the same.
      FetchResponse response =
          (FetchResponse)
              NetworkClientUtils.sendAndReceive(
                      client,
                      client.newClientRequest(
                          leader.idString(), request, time.milliseconds(), true),
                      time)
                  .responseBody();
      return records(response);
    }
  }

  private static Records records(FetchResponse response) {
    Errors.forCode(response.data().errorCode()).maybeThrow();
    FetchResponseData.PartitionData data = response.data().responses().get(0).partitions().get(0);
    Errors.forCode(data.errorCode()).maybeThrow();
    return FetchResponse.recordsOrFail(data);
  }

  private static NetworkClient client(ConsumerConfig config, Metrics metrics, Time time) {
    return ClientUtils.createNetworkClient(
        config,
        config.getList("bootstrap.servers"),
        config.getString("client.id"),
        metrics,
        "actonce-probe",
        new LogContext(),
        new ApiVersions(),
        time,
        1,
        Math.toIntExact(TIMEOUT.toMillis()),
        null,
        new ManualMetadataUpdater(),
        new DefaultHostResolver(),
        null,
        null);
  }

  private static boolean holdsTooLarge(RecordBatch batch) {
    long bytes = 0;
    try (CloseableIterator<Record> records =
        batch.streamingIterator(BufferSupplier.NO_CACHING, OversizedRecord.MAX_BYTES)) {
      while (records.hasNext() && bytes < MAX_LOOKED_AT_BYTES) {
        bytes += records.next().sizeInBytes();
      }
      return bytes >= MAX_LOOKED_AT_BYTES;
    } catch (RuntimeException e) {
      // Larger than the bound, or damaged: neither can be read past.
      return true;
    }
  }
}
