package dev.actonce.node;

import dev.actonce.core.ActOnceException;
import dev.actonce.metrics.GateMeters;
import dev.actonce.metrics.Health;
import dev.actonce.metrics.KafkaClientGauges;
import dev.actonce.metrics.Meters;
import dev.actonce.metrics.SeriesTable;
import dev.actonce.topology.GateApp;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Shows what a gate has counted, and how it is. Refreshed under the metrics' lock; {@link #health}
 * is thread-safe.
 */
final class GateWatch implements Watch {
  /** A stream thread that has not polled for so long hangs. */
  static final Duration STALL_LIMIT = Duration.ofMinutes(3);

  static final String PART = "gate";

  private final GateApp gate;
  private final GateMeters meters;
  private final CommittedCounts counts;
  private final SeriesTable clients;

  GateWatch(GateApp gate, GateMeters gateMeters, Meters meters) {
    this.gate = gate;
    this.meters = gateMeters;
    this.counts = new CommittedCounts(gate::tally, meters);
    this.clients = new SeriesTable(meters);
  }

  @Override
  public void refresh() {
    if (gate.ready()) {
      meters.nothingRestores();
    }
    clients.publish(KafkaClientGauges.of(PART, gate.clientMetrics()));
    counts.refresh();
  }

  @Override
  public Health.Part health() {
    Optional<ActOnceException> failure = gate.failure();
    if (failure.isPresent()) {
      return new Health.Part(PART, false, false, "stopped: " + failure.get().getMessage());
    }
    Duration sincePoll = KafkaClientGauges.sincePoll(gate.clientMetrics());
    if (sincePoll.compareTo(STALL_LIMIT) > 0) {
      String reason = "a thread has not polled for " + sincePoll.toSeconds() + " s";
      return new Health.Part(PART, false, false, reason);
    }
    Optional<String> waitsFor = gate.waitsFor();
    if (waitsFor.isPresent() && !gate.hasEnded()) {
      return new Health.Part(PART, true, false, waitsFor.get());
    }
    Map<String, Long> restores = meters.remaining();
    String restoring = restores.isEmpty() ? "" : ", restores; records left: " + restores;
    return new Health.Part(PART, !gate.hasEnded(), gate.ready(), "is " + gate.state() + restoring);
  }
}
