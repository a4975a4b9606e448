/**
 * Bytes on topics and in state stores: Avro ⇄ core values, the framing around Avro, and the schema
 * registry. Sole user of the generated classes. May use {@code core}.
 */
@NullMarked
package dev.actonce.wire;

import org.jspecify.annotations.NullMarked;
