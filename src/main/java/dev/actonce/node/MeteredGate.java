package dev.actonce.node;

import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.metrics.GateMeters;
import dev.actonce.topology.GateListener;
import java.time.Duration;

/** Hands what a gate tells on to its meters. */
record MeteredGate(GateMeters meters) implements GateListener {
  @Override
  public void decided(Duration sinceArrival) {
    meters.decided(sinceArrival);
  }

  @Override
  public void ended(String action, OutcomeStatus status, Duration sinceAdmission) {
    meters.ended(action, status, sinceAdmission);
  }

  @Override
  public void restoring(String store, int partition, long remainingRecords) {
    meters.restoring(store, partition, remainingRecords);
  }

  @Override
  public void restored(String store, int partition) {
    meters.restored(store, partition);
  }
}
