/**
 * Bytes on topics and in state stores: Avro ⇄ core values, the framing around Avro, and the schema
 * registry. Sole user of the generated classes. May use {@code core}. Users need {@link
 * dev.actonce.wire.WireFormat} and {@link dev.actonce.wire.RegistrySettings} only; its other public
 * types serve our own packages.
 *
 * <p>API: public.
 */
@NullMarked
package dev.actonce.wire;

import org.jspecify.annotations.NullMarked;
