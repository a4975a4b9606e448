package dev.actonce.executor;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;

/** Makes the executor's Kafka clients; each caller closes what it got. */
interface KafkaClients {

  /** Group member over dispatch and settlements. */
  Consumer<byte[], byte[]> member();

  /** Groupless read_committed reader of claims. */
  Consumer<byte[], byte[]> claimsReader();

  /** Groupless read_committed reader that fetches little more than the record that it seeks. */
  Consumer<byte[], byte[]> claimRecall();

  /** Where a partition of claims ends now, open transactions included; within 15 s. */
  long claimsEnd(TopicPartition claims);

  /** Transactional producer of this instance. */
  Producer<byte[], byte[]> ledger();

  /** Idempotent producer outside transactions, for evidence. */
  Producer<byte[], byte[]> evidence();
}
