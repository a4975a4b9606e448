/**
 * The Kafka Streams adapter of {@code core.gate}: reads, lets core decide, writes it down in one
 * transaction. May use {@code core}, {@code catalog}, {@code config}, {@code kafka}, {@code wire}
 * and {@code metrics}.
 *
 * <p>Reading order: {@link dev.actonce.topology.GateApp} runs the {@code GateTopology}; its {@code
 * IntentProcessor} decodes and screens an intent and asks {@code Gate.decide}; {@code KeyStates}
 * loads and saves what is known of the key; {@code Effects} collects what is written, all of it
 * encoded before anything is sent to the {@code GateSinks}; {@code RecordGuard} puts a bad record
 * aside; {@code OutcomeProcessor} moves keys as executors' outcomes say; {@code CommitPacer}
 * decides when to commit.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.topology;

import org.jspecify.annotations.NullMarked;
