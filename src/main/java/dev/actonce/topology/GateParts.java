package dev.actonce.topology;

import dev.actonce.kafka.DeadLetterLog;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.kafka.TopicNames;
import dev.actonce.wire.Codecs;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/**
 * What all tasks of the gate share. Thread-safe.
 *
 * @param pacers gives the commit pacer of the calling stream thread
 * @param failed is told at which record a processor failed
 * @param deadLetters logs what is put aside
 */
record GateParts(
    TopicNames names,
    CatalogRules rules,
    Codecs codecs,
    KeyPartitions partitions,
    InstantSource clock,
    Supplier<CommitPacer> pacers,
    FailedRecords failed,
    DeadLetterLog deadLetters) {

  GateTask task(ProcessorContext<byte[], byte[]> context) {
    return new GateTask(
        context,
        new KeyStates(context, codecs, clock),
        new Tally(context),
        new InputPositions(context),
        new GateSinks(context, codecs, deadLetters),
        new Commits(context, pacers));
  }
}
