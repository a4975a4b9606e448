package dev.actonce.lab.bench;

import dev.actonce.config.KafkaConfig;
import dev.actonce.wire.WireFormat;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a benchmark runs.
 *
 * @param external brokers of the user's; empty for a broker in this process
 * @param wireFormat of the public topics
 * @param directory holds the broker's data and the gate's state; must be new
 * @param run makes the names of the topics unique
 */
public record Place(
    Optional<KafkaConfig> external, WireFormat wireFormat, Path directory, String run) {}
