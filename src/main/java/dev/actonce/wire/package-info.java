/**
 * Bytes on topics and in state stores: Avro ⇄ core values, and the framing around Avro. Sole user
 * of the generated classes. May use {@code core}.
 */
@NullMarked
package dev.actonce.wire;

import org.jspecify.annotations.NullMarked;
