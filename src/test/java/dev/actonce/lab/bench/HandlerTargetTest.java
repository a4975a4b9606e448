package dev.actonce.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Fingerprint;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.KeyKind;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.tool.ActionCall;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class HandlerTargetTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final HandlerTarget target = new HandlerTarget(8);
  private final BenchTraffic traffic = new BenchTraffic(new BenchSettings.Mix(256, 0, 1, 0, 1));

  @Test
  void countsOneEffectForEachAction() {
    perform(1, 1);
    perform(2, 1);

    assertThat(target.effects()).isEqualTo(new Target.Effects(2, 0, 0));
  }

  /** As a provider with idempotency keys does. */
  @Test
  void hasNoSecondEffectForAKnownKey() {
    perform(1, 1);
    perform(1, 1);
    perform(2, 2);
    perform(2, 2);

    assertThat(target.effects()).isEqualTo(new Target.Effects(2, 0, 2));
  }

  @Test
  void takesASecondGenerationAsAnEscapedDuplicate() {
    perform(1, 1);
    perform(1, 2);
    perform(1, 3);

    assertThat(target.effects()).isEqualTo(new Target.Effects(3, 2, 0));
  }

  @Test
  void takesAnOlderGenerationAsAnEscapedDuplicateToo() {
    perform(1, 2);
    perform(1, 1);

    assertThat(target.effects()).isEqualTo(new Target.Effects(2, 1, 0));
  }

  @Test
  void performsItsOneTool() {
    assertThat(target.catalog().actions()).containsExactly(BenchTraffic.ACTION);
    assertThat(target.handlers()).containsOnlyKeys(BenchTraffic.ACTION);
    assertThat(perform(1, 1)).isEqualTo(new ActionResult.Succeeded("{\"id\":\"ch_1\"}", "ch_1"));
  }

  private ActionResult perform(int number, int generation) {
    String digits = String.format(Locale.ROOT, "%043d", number);
    ApprovedAction action =
        new ApprovedAction(
            new IdempotencyKey(IdempotencyKey.PREFIX + digits),
            generation,
            KeyKind.INTENT,
            new Fingerprint("v1." + digits),
            NOW,
            traffic.intent(number, "0", NOW),
            ReplyHash.NONE);
    return target.execute(new ActionCall(action, 1, Duration.ofSeconds(1)));
  }
}
