/**
 * What every Kafka client of ActOnce shares: topic names, the topics' settings, client settings
 * that keep the guarantee, and how a topic is read to its end. May use {@code core} and {@code
 * config}; never {@code kafka.doctor}, which builds on it.
 *
 * <p>Reading order: {@link dev.actonce.kafka.Topic} and {@link dev.actonce.kafka.TopicNames};
 * {@link dev.actonce.kafka.ClientSettings} makes the properties of every client, and {@code
 * SafetySettings} refuses what would break the guarantee; {@link
 * dev.actonce.kafka.TopicProvisioner} creates the topics with {@link
 * dev.actonce.kafka.TopicSettings}; {@link dev.actonce.kafka.KeyPartitions} says where a key lives;
 * {@link dev.actonce.kafka.TopicScan} reads a topic to its end; {@link
 * dev.actonce.kafka.OversizedRecord} bounds what a record may bring.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.kafka;

import org.jspecify.annotations.NullMarked;
