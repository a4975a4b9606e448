package dev.actonce.client.operator;

import dev.actonce.client.ActOnceClient;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.Settlement;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeEvent.Publisher;
import dev.actonce.kafka.KeyPartitions;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * The actions in doubt, and the way to settle them by hand. Thread-safe. Opens connections per
 * call, and ends with its {@link Operator}.
 */
public final class Doubts {
  private static final Duration READ_LIMIT = Duration.ofSeconds(15);

  private final Connection connection;
  private final ClaimsView claims;

  Doubts(Connection connection) {
    this.connection = connection;
    this.claims =
        new ClaimsView(
            connection.topics().claims(),
            connection.codecs().claims(),
            () -> connection.reader("doubts"),
            READ_LIMIT);
  }

  /**
   * What is in doubt.
   *
   * @param claims those whose agents were told UNKNOWN and wait for the end, oldest first
   * @param unreadable how many claims, in doubt or not, are left out because they cannot be read,
   *     where the first one is, and why; empty when all can be
   */
  public record Unknown(List<OpenClaim> claims, Optional<String> unreadable) {}

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
      throw connection.errors().translate("reading the claims", e);
    }
  }

  private static List<OpenClaim> oldestFirst(List<Claim> claims) {
    return claims.stream()
        .map(OpenClaim::of)
        .filter(claim -> claim.state() == OpenClaim.State.UNKNOWN)
        .sorted(Comparator.comparing(OpenClaim::since))
        .toList();
  }

  /**
   * The live claim of a key, in doubt or not; empty when the key is not open.
   *
   * @throws ActOnceException as above, and UNDECODABLE if exactly this claim cannot be read
   */
  public Optional<OpenClaim> find(IdempotencyKey key) {
    try {
      return claims.find(key).map(OpenClaim::of);
    } catch (KafkaException e) {
      throw connection.errors().translate("reading the claim of key=" + key, e);
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
    try (ActOnceClient client = connection.client()) {
      client.subscribe(
          settlement.key(),
          event -> {
            if (isEnd(event, settlement)) {
              end.complete(event);
            }
          });
      write(settlement);
      return Optional.of(end.get(limit.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException("only events complete the wait", e);
    }
  }

  private static boolean isEnd(OutcomeEvent event, Settlement settlement) {
    return event.publisher() == Publisher.EXECUTOR
        && event.status().isFinal()
        && settlement.claimId().equals(event.history().claimId());
  }

  private void write(Settlement settlement) throws InterruptedException {
    Headers headers = new RecordHeaders();
    byte[] value = connection.codecs().settlements().encode(settlement, headers);
    byte[] key = KeyPartitions.bytes(settlement.key());
    String topic = connection.topics().settlements();
    try (Producer<byte[], byte[]> producer = connection.producer("doubts")) {
      producer.send(new ProducerRecord<>(topic, null, key, value, headers)).get();
    } catch (ExecutionException | KafkaException e) {
      throw connection.errors().translate("settling key=" + settlement.key(), e);
    }
  }
}
