package dev.actonce.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.testing.Right;
import dev.actonce.testing.SecuredBroker;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** An agent and the rights that it has, lacks, loses and gets back. */
@Timeout(180)
class ClientAccessIT {
  private static final List<Right> WRITE = Right.topic("actonce.intents", AclOperation.WRITE);
  private static final List<Right> READ = Right.topic("actonce.outcomes", AclOperation.READ);
  private static final Intent INTENT = Intent.action("charge_card").intentId("inv-1").build();
  private static final Duration LONG = Duration.ofSeconds(60);

  private final SecuredBroker broker = SecuredBroker.start("agent");
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private ActOnceClient client;

  @BeforeEach
  void start() {
    broker.createTopics(1);
    client =
        ActOnceClient.builder()
            .bootstrapServers(broker.bootstrapServers())
            .kafkaProperties(broker.properties("agent"))
            .catalog(PlayedPipeline.CATALOG)
            .tenant("acme")
            .build();
    log.start();
    logger().addAppender(log);
  }

  @AfterEach
  void stop() {
    logger().detachAppender(log);
    client.close();
    broker.close();
  }

  static Stream<List<List<Right>>> tooLittle() {
    List<Right> intents = Right.topic("actonce.intents", AclOperation.DESCRIBE);
    List<Right> outcomes = Right.topic("actonce.outcomes", AclOperation.DESCRIBE);
    return Stream.of(
        List.of(WRITE, List.of(), named("READ", "outcomes")),
        List.of(WRITE, outcomes, named("READ", "outcomes")),
        List.of(READ, List.of(), named("WRITE", "intents")),
        List.of(READ, intents, named("WRITE", "intents")));
  }

  private static List<Right> named(String right, String topic) {
    return Right.topic("actonce." + topic, AclOperation.valueOf(right));
  }

  @ParameterizedTest
  @MethodSource("tooLittle")
  void failsBeforeItSendsAnythingAndNamesWhoLacksWhat(List<List<Right>> rights) throws Exception {
    broker.allow("agent", Right.join(rights.get(0), rights.get(1)));
    Right lacking = rights.get(2).get(0);

    assertThatThrownBy(() -> client.publish(INTENT))
        .isInstanceOfSatisfying(
            ActOnceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ACCESS_DENIED))
        .hasMessageContaining("'agent'")
        .hasMessageContaining(lacking.operation().toString())
        .hasMessageContaining(lacking.resource().name());
    assertThat(published()).isZero();
  }

  @Test
  void listensOnlyWhereItMayRead() {
    broker.allow("agent", WRITE);

    assertThatThrownBy(() -> client.subscribe(event -> {}))
        .hasMessageContaining("READ")
        .hasMessageContaining("actonce.outcomes");
  }

  @Test
  void publishesAsSoonAsItMay() throws Exception {
    assertThatThrownBy(() -> client.publish(INTENT)).isInstanceOf(ActOnceException.class);
    broker.allow("agent", Right.ofAgent());
    client.publish(INTENT);
    assertThat(published()).isOne();
  }

  @Test
  void endsItsWaitsWithAnErrorWhenItMayReadNoLonger() throws Exception {
    broker.allow("agent", Right.ofAgent());
    Publication publication = client.publish(INTENT);
    broker.revoke("agent", READ);

    Latest latest = publication.await(LONG);

    assertThat(latest.isPending()).isTrue();
    assertThat(latest.error())
        .hasValueSatisfying(
            error ->
                assertThat(error)
                    .hasMessageContaining("'agent'")
                    .hasMessageContaining("actonce.outcomes"));
    assertThatThrownBy(() -> publication.finalOutcome().get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCause(latest.error().orElseThrow());
    assertThat(log.list).hasSize(1);
    assertThat(log.list.get(0).getThrowableProxy()).isNull();
    assertThatThrownBy(() -> client.publish(INTENT)).hasMessageContaining("READ");
    assertThat(published()).isOne();
  }

  @Test
  void goesOnWhenARightCameBackInTime() throws Exception {
    broker.allow("agent", Right.ofAgent());
    Publication publication = client.publish(INTENT);
    broker.revoke("agent", READ);
    await().atMost(LONG).until(() -> !log.list.isEmpty());
    broker.allow("agent", READ);

    tell(
        Events.executor(
            publication.key().orElseThrow(), OutcomeStatus.SUCCEEDED, 1, publication.requestId()));
    assertThat(publication.await(LONG).status()).contains(OutcomeStatus.SUCCEEDED);
  }

  @Test
  void publishesAgainAfterItsRightsCameBack() throws Exception {
    broker.allow("agent", Right.ofAgent());
    Publication lost = client.publish(INTENT);
    broker.revoke("agent", READ);
    assertThat(lost.await(LONG).error()).isPresent();

    broker.allow("agent", READ);

    assertThat(client.publish(INTENT).latest().error()).isEmpty();
    assertThat(published()).isEqualTo(2);
  }

  private void tell(OutcomeEvent event) throws Exception {
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(new ClientSettings(broker.admin()).settlementProducer("played"))) {
      producer
          .send(new ProducerRecord<>("actonce.outcomes", new Codecs().outcomes().encode(event)))
          .get(60, TimeUnit.SECONDS);
    }
  }

  private long published() throws Exception {
    TopicPartition only = new TopicPartition("actonce.intents", 0);
    try (Admin admin = Admin.create(new ClientSettings(broker.admin()).admin("test"))) {
      return admin
          .listOffsets(Map.of(only, OffsetSpec.latest()))
          .partitionResult(only)
          .get(60, TimeUnit.SECONDS)
          .offset();
    }
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger(ReadFailures.class);
  }
}
