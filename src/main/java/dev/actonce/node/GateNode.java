package dev.actonce.node;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Library;
import dev.actonce.config.GateConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.node.Fitness.Brokers;
import dev.actonce.topology.GateApp;
import dev.actonce.topology.SuspectsApp;
import dev.actonce.wire.Codecs;
import dev.actonce.wire.WireFormat;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** A gate: the doctor's look, codecs, metering, and the gate itself. Thread-safe. */
public final class GateNode implements Node {
  private final GateApp gate;
  private final Shared shared;
  private final Parts parts;

  /** What an executor beside it uses as well. */
  record Shared(Catalog catalog, Codecs codecs, Metering metering) {}

  private GateNode(GateApp gate, Shared shared, Parts parts) {
    this.gate = gate;
    this.shared = shared;
    this.parts = parts;
  }

  /**
   * Starts a gate with a watch over suspected duplicates. It restores its state in the background;
   * see {@link #awaitReady}.
   *
   * @param metering not closed with the gate
   * @throws ActOnceException TOPIC_MISCONFIGURED if a topic is missing or does not fit: intents
   *     with producer time, partition counts that differ or were changed. INVALID_SETTING if the
   *     brokers would refuse the gate, or another gate uses the state directory. BROKER_UNAVAILABLE
   *     if Kafka does not answer. REGISTRY_REFUSED if the schema registry does not have our schema
   *     and may not be given it, or refuses the credentials
   */
  public static GateNode start(
      GateConfig config, Catalog catalog, WireFormat wireFormat, Metering metering) {
    return watched(open(config, catalog, wireFormat, metering, Brokers.OF_OTHERS), config);
  }

  /** As {@link #start}, in the process of its only broker. */
  public static GateNode startBesideBroker(
      GateConfig config, Catalog catalog, WireFormat wireFormat, Metering metering) {
    return watched(open(config, catalog, wireFormat, metering, Brokers.EMBEDDED), config);
  }

  /** As {@link #start}, without the watch over suspected duplicates. */
  public static GateNode startWithoutWatch(
      GateConfig config, Catalog catalog, WireFormat wireFormat, Metering metering) {
    return open(config, catalog, wireFormat, metering, Brokers.OF_OTHERS);
  }

  private static GateNode watched(GateNode node, GateConfig config) {
    try {
      SuspectsApp suspects =
          SuspectsApp.start(config, node.shared.catalog(), InstantSource.system());
      node.shared.metering().watch(node.parts.add(suspects));
      return node;
    } catch (RuntimeException e) {
      node.close();
      throw e;
    }
  }

  private static GateNode open(
      GateConfig config,
      Catalog catalog,
      WireFormat wireFormat,
      Metering metering,
      Brokers brokers) {
    Library.require("the gate", Library.KAFKA_STREAMS);
    Parts parts = new Parts();
    try {
      Codecs codecs = parts.add(Codecs.open(wireFormat, PublicTopics.of(config.kafka())));
      Fitness.require(config.kafka(), catalog, brokers);
      GateApp gate =
          parts.add(
              GateApp.start(
                  config, catalog, codecs, InstantSource.system(), metering.gateReporting()));
      metering.watch(gate);
      return new GateNode(gate, new Shared(catalog, codecs, metering), parts);
    } catch (RuntimeException e) {
      parts.close();
      throw e;
    }
  }

  Shared shared() {
    return shared;
  }

  @Override
  public String name() {
    return "gate";
  }

  @Override
  public boolean isReady() {
    return gate.ready();
  }

  @Override
  public Optional<String> obstacle() {
    return gate.waitsFor();
  }

  @Override
  public void awaitReady(Duration limit) {
    gate.awaitReady(limit);
  }

  @Override
  public Optional<ActOnceException> failure() {
    return gate.failure();
  }

  @Override
  public void close() {
    parts.close();
  }
}
