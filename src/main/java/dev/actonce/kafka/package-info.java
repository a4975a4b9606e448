/**
 * What every Kafka client of ActOnce shares: topic names, the topics' settings, client settings
 * that keep the guarantee, and the doctor, which reads facts and lets pure checks judge them. May
 * use {@code core} and {@code config}.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.kafka;

import org.jspecify.annotations.NullMarked;
