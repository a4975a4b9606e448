package dev.actonce.executor;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** Makes the executor's Kafka clients; each caller closes what it got. */
interface KafkaClients {

  /** Group member over dispatch and settlements. */
  Consumer<byte[], byte[]> member();

  /** Groupless read_committed reader of claims. */
  Consumer<byte[], byte[]> claimsReader();

  /** Transactional producer of this instance. */
  Producer<byte[], byte[]> ledger();

  /** Idempotent producer outside transactions, for evidence. */
  Producer<byte[], byte[]> evidence();
}
