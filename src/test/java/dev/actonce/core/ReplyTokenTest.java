package dev.actonce.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ReplyTokenTest {
  private static final ReplyToken TOKEN = new ReplyToken("q83vEjRWeJASNFZ4kBI0Vg");

  /** The example of interop.md, checked there against another language's library. */
  @Test
  void isHashedAsTheDocsSay() {
    assertThat(TOKEN.hash().value()).isEqualTo("gVQo_jtgs6hhg8RKifjILLaUfyInKf1m4WmohgVpABY");
  }

  @Test
  void isAbsentWhenEmpty() {
    assertThat(ReplyToken.ofNullable("")).isNull();
    assertThat(ReplyHash.ofNullable(null)).isEqualTo(ReplyHash.NONE);
    assertThatThrownBy(() -> new ReplyToken("")).isInstanceOf(ActOnceException.class);
  }

  @Test
  void isInNoText() {
    ActionIntent intent =
        ActionIntent.of("r", Scope.ofTenant("acme"), "pay", "{}").withReplyToken(TOKEN);

    assertThat(intent.toString()).contains("ReplyToken").doesNotContain(TOKEN.value());
  }

  @Test
  void givesWayToItsHashInAnApproval() {
    ActionIntent intent =
        ActionIntent.of("r", Scope.ofTenant("acme"), "pay", "{}").withReplyToken(TOKEN);

    ApprovedAction action =
        new ApprovedAction(
            new IdempotencyKey(IdempotencyKey.PREFIX + "k".repeat(43)),
            1,
            KeyKind.INTENT,
            new Fingerprint("print"),
            Instant.EPOCH,
            intent,
            TOKEN.hash());

    assertThat(action.intent()).isEqualTo(intent.withReplyToken(null));
    assertThat(action.withIntent(intent)).isEqualTo(action);
  }
}
