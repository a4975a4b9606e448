package dev.actonce.executor;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.kafka.ClientSettings;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;

/** The executor's clients of a real broker. */
final class BrokerClients implements KafkaClients {
  private final ExecutorConfig config;
  private final ClientSettings settings;

  BrokerClients(ExecutorConfig config) {
    this.config = config;
    this.settings = new ClientSettings(config.kafka());
  }

  @Override
  public Consumer<byte[], byte[]> member() {
    return new KafkaConsumer<>(settings.executorConsumer(config.group(), config.instance()));
  }

  @Override
  public Consumer<byte[], byte[]> claimsReader() {
    return new KafkaConsumer<>(settings.assignedReader(config.instance() + "-claims"));
  }

  @Override
  public Consumer<byte[], byte[]> claimRecall() {
    Map<String, Object> properties = settings.assignedReader(config.instance() + "-claim");
    properties.put("max.partition.fetch.bytes", 1); // A broker answers with one whole batch.
    return new KafkaConsumer<>(properties);
  }

  @Override
  public long claimsEnd(TopicPartition claims) {
    try (Consumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings.endReader(config.instance() + "-claims-end"))) {
      return consumer.endOffsets(List.of(claims)).getOrDefault(claims, 0L);
    }
  }

  @Override
  public Producer<byte[], byte[]> ledger() {
    return new KafkaProducer<>(
        settings.transactionalProducer(config.transactionalId(), config.instance()));
  }

  @Override
  public Producer<byte[], byte[]> evidence() {
    return new KafkaProducer<>(settings.settlementProducer(config.instance()));
  }
}
