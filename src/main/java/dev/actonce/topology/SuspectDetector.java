package dev.actonce.topology;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.suspect.SuspectedDuplicate;
import dev.actonce.core.suspect.Suspicion;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.WindowStore;
import org.jspecify.annotations.Nullable;

/**
 * Compares the actions of one fingerprint, and reports and counts what is suspicious. Confined to
 * the stream thread.
 */
final class SuspectDetector implements Processor<byte[], byte[], byte[], byte[]> {
  private final Catalog catalog;
  private final Codecs codecs;
  private final SuspectSkips skips;
  private final long keptMs;

  /** The store's time as far as this task has moved it. */
  private long newestPutMs = Long.MIN_VALUE;

  @SuppressWarnings("NullAway.Init") // Streams calls init before process.
  private ProcessorContext<byte[], byte[]> context;

  @SuppressWarnings("NullAway.Init") // Streams calls init before process.
  private WindowStore<String, byte[]> sightings;

  @SuppressWarnings("NullAway.Init") // Streams calls init before process.
  private Tally tally;

  /**
   * @param kept how long the store keeps what it has seen
   */
  SuspectDetector(Catalog catalog, Codecs codecs, SuspectSkips skips, Duration kept) {
    this.catalog = catalog;
    this.codecs = codecs;
    this.skips = skips;
    this.keptMs = kept.toMillis();
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> given) {
    context = given;
    sightings = given.getStateStore(SuspectTopology.SIGHTINGS);
    tally = new Tally(given, SuspectTopology.TALLY);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    skips
        .read(record.value(), this::decode, context.recordMetadata().orElse(null))
        .ifPresent(seen -> compare(record, seen));
  }

  private SuspectedDuplicate decode(byte[] value) {
    SuspectedDuplicate seen = codecs.suspects().decode(value);
    long unused = seen.latest().admittedAt().toEpochMilli(); // The store's time; refuses a far one.
    return seen;
  }

  private void compare(Record<byte[], byte[]> record, SuspectedDuplicate seen) {
    String fingerprint = seen.fingerprint().value();
    @Nullable KeyValue<Long, byte[]> stored = NewestEntry.of(sightings, fingerprint);
    SuspectedDuplicate before =
        stored == null ? null : skips.read(stored.value, this::decode, null).orElse(null);
    Suspicion.Observation observation = Suspicion.observe(before, seen, window(seen.action()));
    long putAtMs =
        PutTime.of(
            stored == null ? PutTime.NOWHERE : stored.key,
            Math.min(
                observation.next().latest().admittedAt().toEpochMilli(),
                context.currentSystemTimeMs())); // A forged one must not expire all that follow.
    if (putAtMs + keptMs <= newestPutMs) { // The store would refuse it, with a line in the log.
      skips.skip(context.recordMetadata().orElse(null), "it is older than what is kept");
      return;
    }
    newestPutMs = Math.max(newestPutMs, putAtMs);
    if (stored != null && stored.key != putAtMs) {
      sightings.put(fingerprint, null, stored.key);
    }
    sightings.put(fingerprint, codecs.suspects().encode(observation.next()), putAtMs);
    SuspectedDuplicate report = observation.report();
    if (report != null) {
      tally.suspected(report.action());
      context.forward(record.withValue(codecs.suspects().encode(report)));
    }
  }

  /** Its tool may have left the catalog since it was selected. */
  private Duration window(String action) {
    return catalog
        .find(action)
        .map(Tool::policy)
        .map(ToolPolicy::memory)
        .orElse(ToolPolicy.Memory.DEFAULT)
        .window();
  }
}
