package dev.actonce.client;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.ReplyToken;
import dev.actonce.core.Scope;
import dev.actonce.core.outcome.OutcomeEvent.About;
import dev.actonce.kafka.KafkaErrors;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.wire.Codec;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Sends intents. Before one is sent, its watch is registered and the partitions of its outcome are
 * followed, so that no answer can be missed. Thread-safe.
 */
final class IntentPublisher {
  /**
   * How intents are sent.
   *
   * @param topic the intents topic
   * @param defaults fills parts of the scope that intents leave out
   * @param deliveryTimeout longest time for one publish; half of it may go to preparations
   * @param nanoClock monotonic, measures it
   */
  record Settings(
      String topic, @Nullable Scope defaults, Duration deliveryTimeout, LongSupplier nanoClock) {}

  private final Settings settings;
  private final Producer<byte[], byte[]> producer;
  private final Codec<ActionIntent> codec;
  private final ClientKeys keys;
  private final Outcomes outcomes;
  private final KafkaErrors errors;
  private final ReplyTokens tokens = new ReplyTokens();

  /** Where the outcomes are awaited. */
  record Outcomes(Access access, OutcomeTopic topic, OutcomeReader reader, Interests interests) {}

  IntentPublisher(
      Settings settings,
      Producer<byte[], byte[]> producer,
      Codec<ActionIntent> codec,
      ClientKeys keys,
      Outcomes outcomes,
      KafkaErrors errors) {
    this.settings = settings;
    this.producer = producer;
    this.codec = codec;
    this.keys = keys;
    this.outcomes = outcomes;
    this.errors = errors;
  }

  /** Sends an intent and waits for the broker's word. */
  Publication publish(Intent intent) {
    long startNanos = settings.nanoClock().getAsLong();
    CompletableFuture<Publication> publication = publishAsync(intent);
    Duration left =
        settings.deliveryTimeout().minusNanos(settings.nanoClock().getAsLong() - startNanos);
    try {
      return publication.get(Math.max(0, left.toNanos()), TimeUnit.NANOSECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      // Nobody has this publication: if the broker confirms it later, it must not take a place.
      var unused = publication.thenAccept(Publication::stopWaiting);
      throw errors.translate("publishing " + intent, e);
    }
  }

  /** Sends an intent. Blocks for the topics' metadata and the start positions only. */
  CompletableFuture<Publication> publishAsync(Intent intent) {
    try {
      return send(intent);
    } catch (ActOnceException | KafkaException e) {
      return CompletableFuture.failedFuture(errors.translate("publishing " + intent, e));
    }
  }

  private CompletableFuture<Publication> send(Intent intent) {
    outcomes.interests().requireOpen();
    Duration preparation = settings.deliveryTimeout().dividedBy(2);
    ReplyToken token = tokens.next();
    ActionIntent sent =
        intent
            .toActionIntent(UUID.randomUUID().toString(), settings.defaults())
            .withReplyToken(token);
    Optional<IdempotencyKey> hint = keys.hint(sent);
    Headers headers = new RecordHeaders();
    byte[] value = codec.encode(sent, headers);
    PendingPublish watch = new PendingPublish(asked(sent, token), keys.known(sent).orElse(null));
    outcomes.access().requirePublisher(preparation);
    outcomes.topic().discover(preparation);
    Set<Integer> partitions = outcomes.topic().partitionsOf(watch);
    outcomes.reader().follow(partitions, preparation);
    outcomes.interests().add(watch, partitions);
    byte[] recordKey = hint.map(KeyPartitions::bytes).orElse(null);
    CompletableFuture<Publication> committed = new CompletableFuture<>();
    try {
      var unused = // The callback tells the end.
          producer.send(
              new ProducerRecord<>(settings.topic(), null, recordKey, value, headers),
              (metadata, error) -> end(intent, watch, committed, error));
    } catch (KafkaException e) {
      outcomes.interests().forget(watch, "the publish failed");
      throw e;
    } catch (IllegalStateException e) {
      outcomes.interests().forget(watch, "the client was closed");
      throw Interests.closedException();
    }
    return committed;
  }

  /** What an answer repeats. */
  private static About asked(ActionIntent intent, ReplyToken token) {
    return About.of(intent, token.hash());
  }

  private void end(
      Intent intent,
      PendingPublish watch,
      CompletableFuture<Publication> committed,
      @Nullable Exception error) {
    if (error == null) {
      committed.complete(new Publication(watch, outcomes.interests()));
      return;
    }
    outcomes.interests().forget(watch, "the publish failed");
    if (KafkaErrors.isRefusal(error)) {
      outcomes.access().doubt();
    }
    committed.completeExceptionally(errors.translate("publishing " + intent, error));
  }
}
