/**
 * What every Kafka client of ActOnce shares: topic names, the topics' settings and their check, and
 * client settings that keep the guarantee. May use {@code core} and {@code config}.
 */
@NullMarked
package dev.actonce.kafka;

import org.jspecify.annotations.NullMarked;
