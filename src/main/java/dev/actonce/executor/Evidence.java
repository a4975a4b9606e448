package dev.actonce.executor;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.Settlement;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.outcome.AnswerLimits;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.kafka.TopicNames;
import dev.actonce.wire.Codec;
import java.time.Duration;
import java.time.InstantSource;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the current owner what this instance saw after it lost a partition: a success is written to
 * the settlements topic, outside any transaction. Only successes: that one call failed says nothing
 * about what the new owner did since.
 */
final class Evidence implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Evidence.class);

  private final Producer<byte[], byte[]> producer;
  private final TopicNames topics;
  private final Codec<Settlement> codec;
  private final InstantSource clock;
  private final String instance;

  Evidence(
      Producer<byte[], byte[]> producer,
      TopicNames topics,
      Codec<Settlement> codec,
      InstantSource clock,
      String instance) {
    this.producer = producer;
    this.topics = topics;
    this.codec = codec;
    this.clock = clock;
    this.instance = instance;
  }

  /** The callback reports a failed send. */
  @SuppressWarnings("FutureReturnValueIgnored")
  void report(Claim claim, ActionResult.Succeeded result) {
    Settlement settlement =
        Settlement.of(
                claim.key(),
                claim.claimId(),
                Settlement.Verdict.SUCCEEDED,
                Settlement.Source.EVIDENCE,
                instance,
                clock.instant())
            .ofGeneration(claim.action().generation())
            .withAnswer(AnswerLimits.result(result.result()), AnswerLimits.text(result.reference()))
            .because(
                "answer arrived after the partition was lost; provider key "
                    + claim.action().providerKey());
    LOG.warn(
        "key={} claimId={}: the answer came after its partition was lost; reported as evidence",
        claim.key(),
        claim.claimId());
    Headers headers = new RecordHeaders();
    byte[] value;
    try {
      value = codec.encode(settlement, headers);
    } catch (ActOnceException e) {
      notWritten(claim, e.toString());
      return;
    }
    producer.send(
        new ProducerRecord<>(
            topics.settlements(), null, KeyPartitions.bytes(claim.key()), value, headers),
        (metadata, error) -> {
          if (error != null) {
            notWritten(claim, error.toString());
          }
        });
  }

  static void notWritten(Claim claim, String reason) {
    LOG.error(
        "key={} claimId={}: evidence of a success was not written: {}; the outcome is settled by"
            + " the tool's safety class instead",
        claim.key(),
        claim.claimId(),
        reason);
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(5));
  }
}
