package dev.actonce.wire;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** A codec made of a framing and a mapping. */
final class AvroCodec<T, A extends SpecificRecord> implements Codec<T> {
  private final Framing<A> framing;
  private final Function<T, A> toAvro;
  private final Function<A, T> fromAvro;

  AvroCodec(Framing<A> framing, Function<T, A> toAvro, Function<A, T> fromAvro) {
    this.framing = framing;
    this.toAvro = toAvro;
    this.fromAvro = fromAvro;
  }

  @Override
  public byte[] encode(T value, Headers headers) {
    return framing.write(toAvro.apply(value), headers);
  }

  @Override
  public T decode(byte @Nullable [] bytes, Headers headers) {
    return Decoding.guard(framing.name(), () -> read(bytes, headers));
  }

  private T read(byte @Nullable [] bytes, Headers headers) {
    if (bytes == null) {
      throw new ActOnceException(
          ErrorCode.UNDECODABLE, "record has no value; expected " + framing.name());
    }
    A record = framing.read(bytes, headers);
    try {
      return fromAvro.apply(record);
    } catch (ActOnceException e) {
      throw new ActOnceException(
          ErrorCode.UNDECODABLE, framing.name() + " breaks its rules: " + e.getMessage(), e);
    }
  }

  @Override
  public void prepare() {
    framing.prepare();
  }
}
