package dev.actonce.lab.bench;

import dev.actonce.kafka.ClientSettings;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;

/**
 * The producer of a load. It differs from an agent's in one thing: publishes that come within 2 ms
 * of each other share a request, since what agents spend is not what is measured. The wait is part
 * of each latency.
 */
final class LoadProducer {
  private static final String LINGER_MS = "2";

  private LoadProducer() {}

  static Producer<byte[], byte[]> open(ClientSettings clients, String instance) {
    Map<String, Object> settings = clients.agentProducer(instance);
    settings.put("linger.ms", LINGER_MS);
    return new KafkaProducer<>(settings);
  }
}
