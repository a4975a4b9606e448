package dev.actonce.client;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.Settlement;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeEvent.Publisher;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicNames;
import dev.actonce.wire.Codec;
import dev.actonce.wire.Codecs;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * The actions in doubt, and the way to settle them by hand; for operators and their tools.
 * Thread-safe. Opens a connection per call, and ends with the client that it was made with.
 */
public final class Doubts {
  private static final Duration READ_LIMIT = Duration.ofSeconds(15);

  private final ActOnceClient client;
  private final ClientSettings settings;
  private final TopicNames topics;
  private final Codec<Settlement> settlements;
  private final ClaimsView claims;
  private final KafkaErrors errors;

  /**
   * Doubts of one pipeline.
   *
   * @param kafka the pipeline
   * @param client a client of the same pipeline; it hears the final outcome, and its wire format is
   *     used
   */
  public Doubts(KafkaConfig kafka, ActOnceClient client) {
    Codecs codecs = client.codecs();
    this.client = client;
    this.settings = new ClientSettings(kafka);
    this.topics = new TopicNames(kafka.topicPrefix());
    this.settlements = codecs.settlements();
    this.claims = new ClaimsView(topics.claims(), codecs.claims(), this::consumer, READ_LIMIT);
    this.errors = KafkaErrors.of(kafka);
  }

  /**
   * What is in doubt.
   *
   * @param claims those whose agents were told UNKNOWN and wait for the end, oldest first
   * @param unreadable how many claims, in doubt or not, are left out because they cannot be read,
   *     where the first one is, and why; empty when all can be
   */
  public record Unknown(List<Claim> claims, Optional<String> unreadable) {}

  /**
   * The claims whose agents were told UNKNOWN and wait for the end.
   *
   * @throws ActOnceException TIMED_OUT, BROKER_UNAVAILABLE or TOPIC_MISCONFIGURED
   */
  public Unknown unknown() {
    try {
      ClaimsView.Read read = claims.all();
      return new Unknown(oldestFirst(read.claims()), read.unreadable());
    } catch (KafkaException e) {
      throw errors.translate("reading the claims", e);
    }
  }

  private static List<Claim> oldestFirst(List<Claim> claims) {
    return claims.stream()
        .filter(claim -> claim.state() == Claim.State.UNKNOWN)
        .sorted(
            Comparator.comparing(
                claim ->
                    Objects.requireNonNullElse(claim.progress().unknownSince(), claim.claimedAt())))
        .toList();
  }

  /**
   * The live claim of a key, in doubt or not; empty when the key is not open.
   *
   * @throws ActOnceException as above, and UNDECODABLE if exactly this claim cannot be read
   */
  public Optional<Claim> find(IdempotencyKey key) {
    try {
      return claims.find(key);
    } catch (KafkaException e) {
      throw errors.translate("reading the claim of key=" + key, e);
    }
  }

  /**
   * Writes a settlement and waits for the claim's final outcome. That may be another one, if the
   * doubt was settled otherwise meanwhile: {@code history().settledBy()} tells.
   *
   * @param limit longest wait for the outcome
   * @return empty when none came in time; the settlement is committed, and applied as soon as an
   *     executor owns its partition
   */
  public Optional<OutcomeEvent> settle(Settlement settlement, Duration limit)
      throws InterruptedException {
    CompletableFuture<OutcomeEvent> end = new CompletableFuture<>();
    Subscription subscription =
        client.subscribe(
            settlement.key(),
            event -> {
              if (isEnd(event, settlement)) {
                end.complete(event);
              }
            });
    try {
      write(settlement);
      return Optional.of(end.get(limit.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException("only events complete the wait", e);
    } finally {
      subscription.close();
    }
  }

  private static boolean isEnd(OutcomeEvent event, Settlement settlement) {
    return event.publisher() == Publisher.EXECUTOR
        && event.status().isFinal()
        && settlement.claimId().equals(event.history().claimId());
  }

  private void write(Settlement settlement) throws InterruptedException {
    Headers headers = new RecordHeaders();
    byte[] value = settlements.encode(settlement, headers);
    byte[] key = settlement.key().value().getBytes(StandardCharsets.UTF_8);
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(settings.settlementProducer(instanceId()))) {
      producer.send(new ProducerRecord<>(topics.settlements(), null, key, value, headers)).get();
    } catch (ExecutionException | KafkaException e) {
      throw errors.translate("settling key=" + settlement.key(), e);
    }
  }

  private Consumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(settings.assignedReader(instanceId()));
  }

  private static String instanceId() {
    return "doubts-" + UUID.randomUUID().toString().substring(0, 8);
  }
}
