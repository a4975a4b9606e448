/**
 * Bytes on topics and in state stores: Avro ⇄ core values, the framing around Avro, and the schema
 * registry. Sole user of the generated classes. May use {@code core}. Users need {@link
 * dev.actonce.wire.WireFormat} and {@link dev.actonce.wire.RegistrySettings} only; its other public
 * types serve our own packages.
 *
 * <p>Reading order: {@link dev.actonce.wire.Codecs} has a {@link dev.actonce.wire.Codec} for each
 * kind of value, made for a {@link dev.actonce.wire.WireFormat}; {@code AvroCodec} joins a {@code
 * Framing}, such as {@code SingleObjectFraming}, with a mapping, such as {@code OutcomeMapping};
 * {@code Decoding} bounds what bytes of others may do; {@link dev.actonce.wire.ReceivedIntent} is
 * an intent in Avro or JSON; {@link dev.actonce.wire.ClaimsTable} knows the records of the claims
 * topic.
 *
 * <p>API: public.
 */
@NullMarked
package dev.actonce.wire;

import org.jspecify.annotations.NullMarked;
