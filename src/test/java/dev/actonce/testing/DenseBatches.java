package dev.actonce.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.ApiVersions;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.DefaultHostResolver;
import org.apache.kafka.clients.ManualMetadataUpdater;
import org.apache.kafka.clients.NetworkClient;
import org.apache.kafka.clients.NetworkClientUtils;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.ProduceResponse;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.ByteBufferOutputStream;
import org.apache.kafka.common.utils.internals.ByteUtils;
import org.apache.kafka.common.utils.internals.LogContext;

/**
 * Batches whose records are far larger than what they take on the wire. Kafka's producer would need
 * their full size in memory; here they are compressed as they are made.
 */
public final class DenseBatches {
  private static final byte[] ZEROS = new byte[64 * 1024];
  private static final int TIMEOUT_MS = 30_000;

  private final String bootstrap;

  public DenseBatches(String bootstrap) {
    this.bootstrap = bootstrap;
  }

  /**
   * Sends one batch, compressed with zstd, of records without keys.
   *
   * @param valueBytes size of each record's value, all zeros
   * @return offset of its first record
   */
  public long send(TopicPartition partition, int... valueBytes) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      TopicDescription topic =
          admin
              .describeTopics(List.of(partition.topic()))
              .allTopicNames()
              .get(TIMEOUT_MS, TimeUnit.MILLISECONDS)
              .values()
              .iterator()
              .next();
      return send(partition, topic, batch(valueBytes));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private long send(TopicPartition partition, TopicDescription topic, MemoryRecords records)
      throws IOException {
    Node leader = topic.partitions().get(partition.partition()).leader();
    ConsumerConfig config =
        new ConsumerConfig(
            Map.of(
                "bootstrap.servers", bootstrap,
                "key.deserializer", ByteArrayDeserializer.class,
                "value.deserializer", ByteArrayDeserializer.class));
    Time time = Time.SYSTEM;
    try (Metrics metrics = new Metrics();
        NetworkClient client =
            ClientUtils.createNetworkClient(
                config,
                List.of(bootstrap),
                "dense",
                metrics,
                "dense",
                new LogContext(),
                new ApiVersions(),
                time,
                1,
                TIMEOUT_MS,
                null,
                new ManualMetadataUpdater(),
                new DefaultHostResolver(),
                null,
                null)) {
      NetworkClientUtils.awaitReady(client, leader, time, TIMEOUT_MS);
      ProduceRequestData.TopicProduceDataCollection topics =
          new ProduceRequestData.TopicProduceDataCollection();
      topics.add(
          new ProduceRequestData.TopicProduceData()
              .setName(partition.topic())
              .setTopicId(topic.topicId())
              .setPartitionData(
                  List.of(
                      new ProduceRequestData.PartitionProduceData()
                          .setIndex(partition.partition())
                          .setRecords(records))));
      ProduceRequestData data =
          new ProduceRequestData()
              .setAcks((short) -1)
              .setTimeoutMs(TIMEOUT_MS)
              .setTopicData(topics);
      ProduceResponse response =
          (ProduceResponse)
              NetworkClientUtils.sendAndReceive(
                      client,
                      client.newClientRequest(
                          leader.idString(),
                          ProduceRequest.builder(data),
                          time.milliseconds(),
                          true),
                      time)
                  .responseBody();
      var answer = response.data().responses().iterator().next().partitionResponses().get(0);
      Errors.forCode(answer.errorCode()).maybeThrow();
      return answer.baseOffset();
    }
  }

  private static MemoryRecords batch(int... valueBytes) {
    ByteBufferOutputStream out = new ByteBufferOutputStream(64 * 1024);
    out.position(DefaultRecordBatch.RECORD_BATCH_OVERHEAD);
    try (OutputStream records =
        Compression.zstd().build().wrapForOutput(out, RecordBatch.MAGIC_VALUE_V2)) {
      for (int i = 0; i < valueBytes.length; i++) {
        writeRecord(records, i, valueBytes[i]);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ByteBuffer buffer = out.buffer();
    int size = buffer.position();
    buffer.flip();
    long now = System.currentTimeMillis();
    DefaultRecordBatch.writeHeader(
        buffer,
        0,
        valueBytes.length - 1,
        size,
        RecordBatch.MAGIC_VALUE_V2,
        CompressionType.ZSTD,
        TimestampType.CREATE_TIME,
        now,
        now,
        RecordBatch.NO_PRODUCER_ID,
        RecordBatch.NO_PRODUCER_EPOCH,
        RecordBatch.NO_SEQUENCE,
        false,
        false,
        false,
        RecordBatch.NO_PARTITION_LEADER_EPOCH,
        valueBytes.length);
    buffer.position(0);
    return MemoryRecords.readableRecords(buffer);
  }

  private static void writeRecord(OutputStream out, int number, int valueBytes) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(64);
    head.put((byte) 0);
    ByteUtils.writeVarlong(0, head);
    ByteUtils.writeVarint(number, head);
    ByteUtils.writeVarint(-1, head);
    ByteUtils.writeVarint(valueBytes, head);
    ByteBuffer size = ByteBuffer.allocate(16);
    ByteUtils.writeVarint(head.position() + valueBytes + 1, size);
    out.write(size.array(), 0, size.position());
    out.write(head.array(), 0, head.position());
    for (int left = valueBytes; left > 0; left -= ZEROS.length) {
      out.write(ZEROS, 0, Math.min(left, ZEROS.length));
    }
    out.write(0); // No headers.
  }
}
