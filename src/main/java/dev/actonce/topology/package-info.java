/**
 * The Kafka Streams adapter of {@code core.gate}: reads, lets core decide, writes it down in one
 * transaction. May use {@code core}, {@code catalog}, {@code config}, {@code kafka}, {@code wire}
 * and {@code metrics}.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.topology;

import org.jspecify.annotations.NullMarked;
