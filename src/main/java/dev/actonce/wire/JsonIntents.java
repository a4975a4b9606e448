package dev.actonce.wire;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.ReplyToken;
import dev.actonce.core.Scope;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Intents in JSON, for agents without Avro. The members are the fields of {@code
 * schemas/ActionIntent.avsc}; {@code interop.md} shows the form. What an agent gets wrong is told
 * to it whenever the text says whom to tell.
 */
public final class JsonIntents {
  /** The media type that announces JSON. */
  public static final String MEDIA_TYPE = "application/json";

  /** The record header that names the media type; read in other spellings too. */
  public static final String HEADER = "content-type";

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private static final WireModel MODEL =
      new WireModel(new dev.actonce.wire.avro.ActionIntent().getSpecificData());

  private JsonIntents() {}

  /**
   * Whether a record's last content type is JSON: {@code application/json}, {@code text/json} or
   * {@code application/*+json}, but not an envelope of CloudEvents. The header's name may be
   * spelled {@code contentType} or {@code content_type}, the value may be quoted and have
   * parameters; case does not matter.
   */
  public static boolean isAnnounced(Headers headers) {
    ContentType type = ContentType.of(headers);
    return type != null && type.isJson();
  }

  /**
   * Reads a record's value.
   *
   * @throws ActOnceException UNDECODABLE if it is no JSON object in UTF-8, or has no readable
   *     requestId, action and scope.tenant, so that nobody could be told of its fault
   */
  public static ReceivedIntent read(byte @Nullable [] value) {
    if (value == null) {
      throw undecodable("it has no value", null);
    }
    return Decoding.guard("ActionIntent", () -> readText(text(value)));
  }

  private static ReceivedIntent readText(String text) {
    JsonRecordReader reader = new JsonRecordReader(MODEL, text);
    dev.actonce.wire.avro.ActionIntent found = new dev.actonce.wire.avro.ActionIntent();
    String problem = reader.read(found);
    dev.actonce.wire.avro.Scope scope = found.getScope();
    boolean addressed =
        isFilled(found.getRequestId())
            && isFilled(found.getAction())
            && scope != null
            && isFilled(scope.getTenant());
    if (!addressed) {
      String rule = "requestId, action and scope.tenant must be texts that are not empty";
      throw undecodable(problem == null ? rule : problem, null);
    }
    return problem == null
        ? ReceivedIntent.of(IntentMapping.fromAvro(found))
        : new ReceivedIntent(known(found, IntentMapping.scopeFromAvro(scope)), problem);
  }

  private static ActionIntent known(dev.actonce.wire.avro.ActionIntent found, Scope scope) {
    return ActionIntent.of(found.getRequestId(), scope, found.getAction(), "{}")
        .withIntentId(found.getIntentId())
        .withToolCallId(found.getToolCallId())
        .withReplyToken(ReplyToken.ofNullable(found.getReplyToken()));
  }

  /** Generated getters claim to be never null, but a record that is not complete has nulls. */
  private static boolean isFilled(@Nullable String text) {
    return text != null && !text.isEmpty();
  }

  private static String text(byte[] value) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value)).toString();
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw undecodable("it is not UTF-8", e);
    }
  }

  private static ActOnceException undecodable(String problem, @Nullable Throwable cause) {
    return new ActOnceException(
        ErrorCode.UNDECODABLE,
        "value announced as "
            + MEDIA_TYPE
            + " is no ActionIntent that could be answered: "
            + problem,
        cause);
  }
}
