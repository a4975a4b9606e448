package dev.actonce.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.Scope;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever bytes come, decoding gives a value or one kind of exception, in bounded memory. */
class MalformedBodyTest {
  private static final Codec<ActionIntent> INTENTS = new Codecs().intents();
  private static final ActionIntent INTENT =
      ActionIntent.of("r1", new Scope("acme", "s1", "run-1", "bot"), "pay", "{\"amount\":1}")
          .withIntentId("order-1")
          .withIssuedAt(Instant.ofEpochMilli(1))
          .withMetadata(Map.of("a", "b", "c", "d"));

  @Test
  void readsWhatItWrote() {
    assertThat(INTENTS.decode(INTENTS.encode(INTENT))).isEqualTo(INTENT);
  }

  @Test
  void refusesEveryTruncation() {
    byte[] bytes = INTENTS.encode(INTENT);
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> INTENTS.decode(cut))
          .isInstanceOfSatisfying(
              ActOnceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNDECODABLE));
    }
  }

  @Test
  void readsOrRefusesRandomChanges() {
    byte[] bytes = INTENTS.encode(INTENT);
    Random random = new Random(7);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] changed = bytes.clone();
      for (int change = 0; change < 4; change++) {
        changed[10 + random.nextInt(bytes.length - 10)] = (byte) random.nextInt();
      }
      try {
        assertThat(INTENTS.decode(changed)).isNotNull();
      } catch (ActOnceException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.UNDECODABLE);
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }
}
