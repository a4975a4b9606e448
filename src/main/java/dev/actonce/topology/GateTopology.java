package dev.actonce.topology;

import dev.actonce.config.OutcomeForms;
import dev.actonce.kafka.TopicNames;
import java.time.Duration;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;

/**
 * The gate as a Kafka Streams topology: one sub-topology over intents, rerouted and outcomes.
 *
 * <p>Records are read and written as bytes, because a deserializer that fails takes the stream
 * thread with it; the processors decode, and put aside what they cannot read. Every source,
 * processor, sink and store has a name of its own, so that a new one never renames the others.
 */
final class GateTopology {
  private static final String INTENTS_IN = "gate-intents-in";
  private static final String REROUTED_IN = "gate-rerouted-in";
  private static final String OUTCOMES_IN = "gate-outcomes-in";
  private static final String INTENTS = "gate-decide";
  private static final String OUTCOMES = "gate-close";
  private static final String MIRROR = "gate-mirror";

  private GateTopology() {}

  /**
   * Builds the topology.
   *
   * @param parts what the processors work with
   * @param memory retention of the gate's memory
   * @param forms AVRO_AND_JSON adds a processor without state, which mirrors the outcomes
   * @param listener whom it tells what it does
   */
  static Topology build(
      GateParts parts, Duration memory, OutcomeForms forms, GateListener listener) {
    TopicNames names = parts.names();
    ProcessorSupplier<byte[], byte[], byte[], byte[]> decide =
        () -> new LocatingProcessor(new IntentProcessor(parts, listener), parts.failed());
    ProcessorSupplier<byte[], byte[], byte[], byte[]> close =
        () -> new LocatingProcessor(new OutcomeProcessor(parts, listener), parts.failed());
    ArrivalTime arrivalTime = new ArrivalTime(parts.clock());
    Topology topology = new Topology();
    addSource(topology, arrivalTime, INTENTS_IN, names.intents());
    addSource(topology, arrivalTime, REROUTED_IN, names.rerouted());
    addSource(topology, arrivalTime, OUTCOMES_IN, names.outcomes());
    topology.addProcessor(INTENTS, decide, INTENTS_IN, REROUTED_IN);
    topology.addProcessor(OUTCOMES, close, OUTCOMES_IN);
    topology.addStateStore(GateStores.open(), INTENTS, OUTCOMES);
    topology.addStateStore(GateStores.memory(memory), INTENTS, OUTCOMES);
    topology.addStateStore(GateStores.tally(), INTENTS, OUTCOMES);
    topology.addStateStore(GateStores.positions(), INTENTS, OUTCOMES);
    addSink(topology, GateSinks.DISPATCH, names.dispatch(), INTENTS);
    addSink(topology, GateSinks.REROUTED, names.rerouted(), INTENTS);
    addSink(topology, GateSinks.OUTCOMES, names.outcomes(), INTENTS, OUTCOMES);
    addSink(topology, GateSinks.DEAD_LETTERS, names.deadLetters(), INTENTS, OUTCOMES);
    if (forms == OutcomeForms.AVRO_AND_JSON) {
      ProcessorSupplier<byte[], byte[], byte[], byte[]> mirror =
          () -> new LocatingProcessor(new MirrorProcessor(parts), parts.failed());
      topology.addProcessor(MIRROR, mirror, OUTCOMES_IN);
      addSink(topology, GateSinks.OUTCOMES_JSON, names.outcomesJson(), MIRROR);
    }
    return topology;
  }

  private static void addSource(
      Topology topology, ArrivalTime arrivalTime, String name, String topic) {
    topology.addSource(
        AutoOffsetReset.earliest(),
        name,
        arrivalTime,
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        topic);
  }

  private static void addSink(Topology topology, String name, String topic, String... parents) {
    topology.addSink(name, topic, new ByteArraySerializer(), new ByteArraySerializer(), parents);
  }
}
