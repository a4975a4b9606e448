package dev.actonce.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PartsTest {
  private final List<String> closed = new ArrayList<>();
  private final Parts parts = new Parts();

  @AfterEach
  void clearTheFlag() {
    var unused = Thread.interrupted();
  }

  @Test
  void closesInReverseAndOnce() {
    parts.add(() -> closed.add("first"));
    parts.add(() -> closed.add("second"));

    parts.close();
    parts.close();

    assertThat(closed).containsExactly("second", "first");
  }

  @Test
  void closesTheOthersWhenOneFails() {
    parts.add(() -> closed.add("first"));
    parts.add(
        () -> {
          throw new IllegalStateException("broken");
        });

    parts.close();

    assertThat(closed).containsExactly("first");
  }

  @Test
  void closesEachUninterruptedAndPutsTheFlagBack() {
    parts.add(() -> closed.add("first " + Thread.currentThread().isInterrupted()));
    parts.add(() -> Thread.currentThread().interrupt());
    parts.add(
        () -> {
          throw new InterruptedException("while it waits");
        });
    parts.add(() -> closed.add("last " + Thread.currentThread().isInterrupted()));
    Thread.currentThread().interrupt();

    parts.close();

    assertThat(closed).containsExactly("last false", "first false");
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }

  @Test
  void leavesTheFlagAloneWhenNobodyInterrupts() {
    parts.add(() -> closed.add("first"));

    parts.close();

    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }
}
