package dev.actonce.lab.chaos;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kills and restarts brokers, one at a time and only while all copies are in sync, and leaves a
 * transaction open.
 */
final class BrokerFaults implements Inflictor {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerFaults.class);
  private static final Duration DOWN = Duration.ofSeconds(3);
  private static final Duration IN_SYNC_LIMIT = Duration.ofSeconds(180);
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Duration ABORT_MARGIN = Duration.ofSeconds(4);
  private static final long CALL_SECONDS = 20;
  private static final byte[] NOTHING_OF_OURS = "open".getBytes(StandardCharsets.UTF_8);

  private final List<Member> brokers;
  private final Admin admin;
  private final ClientSettings settings;
  private final TopicNames topics;

  BrokerFaults(List<Member> brokers, Admin admin, ClientSettings settings) {
    this.brokers = List.copyOf(brokers);
    this.admin = admin;
    this.settings = settings;
    this.topics = new TopicNames(settings.config().topicPrefix());
  }

  @Override
  public void inflict(FaultSchedule.Fault fault) throws InterruptedException {
    awaitInSync();
    switch (fault.kind()) {
      case KILL_BROKER -> kill(brokers.get(fault.target() % brokers.size()));
      case ROLL_BROKERS -> roll();
      case LEAVE_TRANSACTION_OPEN -> leaveTransactionOpen(fault.target());
      default -> throw new IllegalArgumentException(fault.kind() + " is no fault of brokers");
    }
  }

  private void kill(Member broker) throws InterruptedException {
    broker.hold(
        () -> {
          broker.kill();
          TimeUnit.MILLISECONDS.sleep(DOWN.toMillis());
          broker.start();
        });
    broker.awaitReady(Cluster.READY_LIMIT);
  }

  private void roll() throws InterruptedException {
    for (Member broker : brokers) {
      broker.hold(
          () -> {
            if (!broker.stop()) {
              LOG.warn("{} did not stop cleanly", broker.name());
            }
            broker.start();
          });
      broker.awaitReady(Cluster.READY_LIMIT);
      awaitInSync();
    }
  }

  /**
   * The producer sends to one partition of each topic that the parts read and is not heard of
   * again; the coordinator must end its transaction, and nobody may ever see its records.
   */
  private void leaveTransactionOpen(int target) throws InterruptedException {
    int partition = target % Cluster.PARTITIONS;
    String id = "chaos-open-" + target;
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(settings.transactionalProducer(id, id))) {
      producer.initTransactions();
      producer.beginTransaction();
      for (String topic :
          List.of(topics.intents(), topics.dispatch(), topics.settlements(), topics.outcomes())) {
        var unused =
            producer.send(new ProducerRecord<>(topic, partition, NOTHING_OF_OURS, NOTHING_OF_OURS));
      }
      producer.flush();
      TimeUnit.MILLISECONDS.sleep(Roles.TRANSACTION_TIMEOUT.plus(ABORT_MARGIN).toMillis());
      requireAborted(producer);
    }
  }

  private static void requireAborted(Producer<byte[], byte[]> producer) {
    try {
      producer.commitTransaction();
    } catch (KafkaException e) {
      LOG.info("the open transaction was ended by its coordinator: {}", e.toString());
      return;
    }
    throw new ActOnceException(
        ErrorCode.INTERNAL, "an open transaction could be committed after its timeout");
  }

  /** Waits until every partition has all of its copies in sync. */
  void awaitInSync() throws InterruptedException {
    long end = System.nanoTime() + IN_SYNC_LIMIT.toNanos();
    while (!isInSync()) {
      if (System.nanoTime() > end) {
        throw new ActOnceException(
            ErrorCode.TIMED_OUT, "the brokers' copies are not in sync after " + IN_SYNC_LIMIT);
      }
      TimeUnit.MILLISECONDS.sleep(LOOK.toMillis());
    }
  }

  private boolean isInSync() throws InterruptedException {
    try {
      Set<String> names =
          admin
              .listTopics(new ListTopicsOptions().listInternal(true))
              .names()
              .get(CALL_SECONDS, TimeUnit.SECONDS);
      return admin
          .describeTopics(names)
          .allTopicNames()
          .get(CALL_SECONDS, TimeUnit.SECONDS)
          .values()
          .stream()
          .flatMap(topic -> topic.partitions().stream())
          .allMatch(partition -> partition.isr().size() == partition.replicas().size());
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("brokers do not answer", e);
      return false;
    }
  }
}
