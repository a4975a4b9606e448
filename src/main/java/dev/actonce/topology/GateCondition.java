package dev.actonce.topology;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.ThreadMetadata;

/**
 * How a gate is: what it waits for, and what ended it. Streams says RUNNING also while nothing can
 * be committed, and need not say why it ended. Thread-safe.
 */
final class GateCondition {
  private final KafkaStreams streams;
  private final RegistryWatch registry;
  private final GateFailures failures;
  private final ClientSigns signs;

  GateCondition(
      KafkaStreams streams, RegistryWatch registry, GateFailures failures, ClientSigns signs) {
    this.streams = streams;
    this.registry = registry;
    this.failures = failures;
    this.signs = signs;
  }

  /** Whether its threads work, though it may be that nothing gets through to the brokers. */
  boolean isRunning() {
    return streams.state() == KafkaStreams.State.RUNNING && !registry.isWaiting();
  }

  boolean isReady() {
    return isRunning() && waitsFor().isEmpty();
  }

  /** What keeps it from its work although its threads run; empty if nothing does. */
  Optional<String> waitsFor() {
    return registry
        .reason()
        .map(reason -> "waits for the schema registry: " + reason)
        .or(() -> failures.trouble().map(reason -> "tries again: " + reason))
        .or(() -> unconnected().map(reason -> "waits for the brokers: " + reason));
  }

  private Optional<String> unconnected() {
    if (streams.state() != KafkaStreams.State.RUNNING) {
      return Optional.empty();
    }
    Set<String> consumers =
        threads().stream().map(ThreadMetadata::consumerClientId).collect(Collectors.toSet());
    return signs.trouble(streams.metrics(), consumers);
  }

  /** Whether it was closed, or stopped by itself. */
  boolean hasEnded() {
    return streams.state().isShuttingDown() || streams.state().hasCompletedShutdown();
  }

  /** What ended it, unless it was closed. */
  Optional<ActOnceException> failure() {
    return failures.fatal().or(this::silentEnd);
  }

  private Optional<ActOnceException> silentEnd() {
    return hasEnded() || threads().isEmpty()
        ? Optional.of(
            new ActOnceException(
                ErrorCode.INTERNAL,
                "the gate has no thread left, its state is "
                    + streams.state()
                    + "; start it again, and look at its log if it stops again"))
        : Optional.empty();
  }

  /** Its threads that live; none also once it ends. */
  private Set<ThreadMetadata> threads() {
    try {
      return streams.metadataForLocalThreads();
    } catch (IllegalStateException ended) { // In the meantime; its next state says so.
      return Set.of();
    }
  }
}
