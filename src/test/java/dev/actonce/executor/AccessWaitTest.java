package dev.actonce.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCategory;
import java.time.Duration;
import org.apache.kafka.common.errors.AuthorizationException;
import org.junit.jupiter.api.Test;

class AccessWaitTest {
  private static final Refusal REFUSAL = new Refusal("User:pay lacks Write on topic 'x'");

  private long nanos = Long.MAX_VALUE - 1_000; // A monotonic clock may overflow.
  private final AccessWait access = new AccessWait(() -> nanos);

  @Test
  void isAWrongSettingBeforeItHasServed() {
    assertThatThrownBy(this::refused)
        .isInstanceOfSatisfying(
            ActOnceException.class,
            e -> assertThat(e.code().category()).isEqualTo(ErrorCategory.USER))
        .hasMessageContaining("lacks Write on topic 'x'");
  }

  @Test
  void waitsForALimitedTimeOnceItHasServed() {
    access.served();
    pass(AccessWait.LIMIT.minusNanos(1));
    assertThat(refused()).contains("lacks Write on topic 'x'");

    pass(Duration.ofNanos(1));
    assertThatThrownBy(this::refused).isInstanceOf(ActOnceException.class);
  }

  @Test
  void countsAnewOnceItServesAgain() {
    access.served();
    pass(AccessWait.LIMIT.minusSeconds(1));
    refused();
    access.served();
    pass(AccessWait.LIMIT.minusSeconds(1));

    assertThat(refused()).isNotBlank();
  }

  private String refused() {
    return access.refused(REFUSAL, new AuthorizationException("denied"));
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }
}
