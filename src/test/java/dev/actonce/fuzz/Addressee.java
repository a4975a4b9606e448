package dev.actonce.fuzz;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.fuzz.HostileRecord.Due;
import dev.actonce.kafka.Topic;
import dev.actonce.wire.Codecs;
import dev.actonce.wire.JsonIntents;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Who must hear of a record, as far as its bytes name somebody. It reads them as the pipeline does;
 * a dead letter that names the record's place is an answer in any case.
 *
 * @param due what must become of the record
 * @param requestId whom an outcome names; null if nobody can be named
 */
record Addressee(Due due, @Nullable String requestId) {
  private static final Addressee NOBODY = new Addressee(Due.NOTHING, null);
  private static final Addressee PEOPLE = new Addressee(Due.DEAD_LETTER, null);
  private static final int MAX_ID_BYTES = 1024;

  static Addressee of(Topic topic, byte @Nullable [] value, List<Header> headers, Codecs codecs) {
    return switch (topic) {
      case INTENTS, REROUTED -> new Addressee(Due.ANSWER, requestId(value, headers, codecs));
      case DISPATCH -> isReadable(() -> codecs.actions().decode(filled(value)));
      case SETTLEMENTS -> isReadable(() -> codecs.settlements().decode(filled(value), of(headers)));
      case OUTCOMES -> outcome(value, headers, codecs);
      case CLAIMS, OUTCOMES_JSON, SUSPECTS, DEAD_LETTERS -> NOBODY;
    };
  }

  /** Of what is surely readable: to decode it again would cost as much as the gate's work on it. */
  static Addressee of(ActionIntent intent) {
    byte[] asWritten = intent.requestId().getBytes(StandardCharsets.UTF_8);
    return new Addressee(Due.ANSWER, cut(new String(asWritten, StandardCharsets.UTF_8)));
  }

  private static Addressee outcome(byte @Nullable [] value, List<Header> headers, Codecs codecs) {
    boolean isSkipped = headers.stream().anyMatch(each -> each.key().equals("actonce-publisher"));
    return isSkipped
        ? NOBODY
        : isReadable(() -> codecs.outcomes().decode(filled(value), of(headers)));
  }

  private static Addressee isReadable(Runnable decoding) {
    try {
      decoding.run();
      return NOBODY;
    } catch (ActOnceException e) {
      return PEOPLE;
    } catch (RuntimeException | StackOverflowError e) {
      return PEOPLE; // A fault of ours, which the run will show.
    }
  }

  private static @Nullable String requestId(
      byte @Nullable [] value, List<Header> headers, Codecs codecs) {
    try {
      Headers own = of(headers);
      return JsonIntents.isAnnounced(own)
          ? cut(JsonIntents.read(filled(value)).intent().requestId())
          : cut(codecs.intents().decode(filled(value), own).requestId());
    } catch (RuntimeException | StackOverflowError e) {
      return null;
    }
  }

  /** A requestId that is too long is answered by its beginning. */
  private static String cut(String requestId) {
    return requestId.getBytes(StandardCharsets.UTF_8).length > MAX_ID_BYTES
        ? requestId.substring(0, MAX_ID_BYTES / 3)
        : requestId;
  }

  private static Headers of(List<Header> headers) {
    return new RecordHeaders(headers);
  }

  private static byte[] filled(byte @Nullable [] value) {
    return value == null ? new byte[0] : value;
  }
}
