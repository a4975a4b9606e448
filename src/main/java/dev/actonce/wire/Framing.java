package dev.actonce.wire;

import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;

/**
 * How an Avro record becomes the bytes of a record value, and back: what stands around the Avro
 * body and tells its reader the writer's schema. Each one also reads {@link SingleObjectFraming},
 * so that a pipeline may switch over with old records in its topics. Thread-safe. Errors as those
 * of {@link Codec}.
 *
 * @param <A> generated record
 */
sealed interface Framing<A extends SpecificRecord>
    permits SingleObjectFraming, RegistryFraming, OwnFraming {

  /** Simple name of the record. */
  String name();

  byte[] write(A value, Headers headers);

  A read(byte[] bytes, Headers headers);

  void prepare();
}
