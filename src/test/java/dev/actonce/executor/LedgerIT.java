package dev.actonce.executor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicNames;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.testing.SharedBroker;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the broker refuses from an executor that lost its partitions or its name. */
final class LedgerIT {
  private static final Duration PATIENCE = Duration.ofSeconds(120);

  private KafkaConfig kafka;
  private TopicNames topics;

  @BeforeEach
  void start() {
    kafka = SharedBroker.kafka("ledger").withSessionTimeout(Duration.ofSeconds(6));
    topics = new TopicNames(kafka.topicPrefix());
    try (TopicProvisioner provisioner = TopicProvisioner.open(new ClientSettings(kafka))) {
      provisioner.create(1, 1);
    }
  }

  @Test
  void refusesTheCommitOfAnOldGenerationOfTheGroup() { // X09
    BrokerClients old = clients("old");
    try (Consumer<byte[], byte[]> member = old.member();
        Ledger ledger = new Ledger(old.ledger(), topics, new Codecs())) {
      ledger.open();
      ConsumerGroupMetadata before = joined(member);
      try (Consumer<byte[], byte[]> newcomer = clients("new").member()) {
        subscribe(newcomer);
        await()
            .atMost(PATIENCE)
            .until(
                () -> {
                  newcomer.poll(Duration.ofMillis(50));
                  member.poll(Duration.ofMillis(50));
                  return member.groupMetadata().generationId() > before.generationId();
                });
        Batch batch = batch();

        assertThatThrownBy(() -> ledger.commit(batch, offsets(), before))
            .isInstanceOf(CommitFailedException.class);
      }
    }
    assertThat(committedClaims()).isEmpty();
  }

  @Test
  void refusesTheCommitOfAnEarlierProcessOfTheSameInstance() { // X09
    try (Ledger earlier = new Ledger(clients("one").ledger(), topics, new Codecs());
        Ledger later = new Ledger(clients("one").ledger(), topics, new Codecs());
        Consumer<byte[], byte[]> member = clients("one").member()) {
      earlier.open();
      ConsumerGroupMetadata group = joined(member);
      later.open();

      assertThatThrownBy(() -> earlier.commit(batch(), offsets(), group))
          .isInstanceOfAny(ProducerFencedException.class, InvalidProducerEpochException.class);
      later.commit(batch(), offsets(), group);
    }
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(committedClaims()).hasSize(2));
  }

  @Test
  void neverShowsAnAbortedTransactionToAnotherExecutor() { // K19
    BrokerClients clients = clients("one");
    try (var producer = clients.ledger()) {
      producer.initTransactions();
      producer.beginTransaction();
      var unused = producer.send(record("aborted"));
      producer.flush();
      producer.abortTransaction();
      producer.beginTransaction();
      unused = producer.send(record("committed"));
      producer.commitTransaction();
    }

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(committedClaims()).containsExactly("committed"));
  }

  private BrokerClients clients(String instance) {
    return new BrokerClients(ExecutorConfig.of(kafka, instance));
  }

  private ConsumerGroupMetadata joined(Consumer<byte[], byte[]> member) {
    subscribe(member);
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              member.poll(Duration.ofMillis(50));
              return !member.assignment().isEmpty();
            });
    return member.groupMetadata();
  }

  /** Joins the group; whichever member the one partition goes to has a position to read from. */
  private void subscribe(Consumer<byte[], byte[]> member) {
    member.subscribe(
        List.of(topics.dispatch(), topics.settlements()),
        new ConsumerRebalanceListener() {
          @Override
          public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}

          @Override
          public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            partitions.forEach(partition -> member.seek(partition, 0));
          }
        });
  }

  private static Batch batch() {
    Batch batch = new Batch();
    batch.claim(0, Approvals.claim(Approvals.of("tool", "a")));
    return batch;
  }

  private Map<TopicPartition, OffsetAndMetadata> offsets() {
    return Map.of(new TopicPartition(topics.dispatch(), 0), new OffsetAndMetadata(1));
  }

  private ProducerRecord<byte[], byte[]> record(String key) {
    return new ProducerRecord<>(topics.claims(), 0, key.getBytes(UTF_8), new byte[] {1});
  }

  /**
   * Keys on the claims topic, as an executor reads them when it takes over: those whose commit is
   * marked in the log, which may be a moment after the commit returned.
   */
  private List<String> committedClaims() {
    TopicPartition claims = new TopicPartition(topics.claims(), 0);
    List<String> keys = new ArrayList<>();
    try (Consumer<byte[], byte[]> reader = clients("reader").claimsReader()) {
      reader.assign(List.of(claims));
      reader.seekToBeginning(List.of(claims));
      long end = requireNonNull(reader.endOffsets(List.of(claims)).get(claims));
      while (reader.position(claims) < end) {
        reader
            .poll(Duration.ofMillis(100))
            .forEach(record -> keys.add(new String(record.key(), UTF_8)));
      }
    }
    return keys;
  }
}
