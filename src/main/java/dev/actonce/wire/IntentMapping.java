package dev.actonce.wire;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ReplyToken;
import dev.actonce.core.Scope;
import java.util.HashMap;

/** Avro ⇄ core for intents. */
final class IntentMapping {
  private IntentMapping() {}

  static dev.actonce.wire.avro.ActionIntent toAvro(ActionIntent intent) {
    dev.actonce.wire.avro.ActionIntent avro = new dev.actonce.wire.avro.ActionIntent();
    avro.setRequestId(intent.requestId());
    avro.setScope(scopeToAvro(intent.scope()));
    avro.setAction(intent.action());
    avro.setIntentId(intent.intentId());
    avro.setToolCallId(intent.toolCallId());
    avro.setArguments(intent.arguments());
    avro.setIssuedAt(intent.issuedAt());
    avro.setDeadline(intent.deadline());
    avro.setMetadata(new HashMap<>(intent.metadata()));
    ReplyToken token = intent.replyToken();
    avro.setReplyToken(token == null ? null : token.value());
    return avro;
  }

  static ActionIntent fromAvro(dev.actonce.wire.avro.ActionIntent avro) {
    return new ActionIntent(
        avro.getRequestId(),
        scopeFromAvro(avro.getScope()),
        avro.getAction(),
        avro.getIntentId(),
        avro.getToolCallId(),
        avro.getArguments(),
        avro.getIssuedAt(),
        avro.getDeadline(),
        avro.getMetadata(),
        ReplyToken.ofNullable(avro.getReplyToken()));
  }

  static dev.actonce.wire.avro.Scope scopeToAvro(Scope scope) {
    return new dev.actonce.wire.avro.Scope(
        scope.tenant(), scope.session(), scope.run(), scope.agent());
  }

  static Scope scopeFromAvro(dev.actonce.wire.avro.Scope avro) {
    return new Scope(avro.getTenant(), avro.getSession(), avro.getRun(), avro.getAgent());
  }
}
