package dev.actonce.wire;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/** A codec made of a framing and a mapping. */
final class AvroCodec<T, A extends SpecificRecord> implements Codec<T> {
  private final SingleObjectFraming<A> framing;
  private final Function<T, A> toAvro;
  private final Function<A, T> fromAvro;

  AvroCodec(SingleObjectFraming<A> framing, Function<T, A> toAvro, Function<A, T> fromAvro) {
    this.framing = framing;
    this.toAvro = toAvro;
    this.fromAvro = fromAvro;
  }

  @Override
  public byte[] encode(T value) {
    return framing.write(toAvro.apply(value));
  }

  @Override
  public T decode(byte[] bytes) {
    A record = framing.read(bytes);
    try {
      return fromAvro.apply(record);
    } catch (ActOnceException e) {
      throw new ActOnceException(
          ErrorCode.UNDECODABLE,
          record.getSchema().getName() + " breaks its rules: " + e.getMessage(),
          e);
    }
  }
}
