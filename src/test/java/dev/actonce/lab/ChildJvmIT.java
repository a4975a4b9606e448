package dev.actonce.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildJvmIT {
  private static final Duration PATIENCE = Duration.ofSeconds(120);

  @TempDir Path directory;
  private final BlockingQueue<String> taken = new LinkedBlockingQueue<>();

  /** Prints its arguments, then waits until its input ends. */
  static final class Parrot {
    private Parrot() {}

    public static void main(String[] words) throws IOException {
      for (String word : words) {
        System.out.println(word);
      }
      while (System.in.read() >= 0) {
        // Nothing is ever sent.
      }
      System.err.println("last word");
    }
  }

  @Test
  void tellsTheLineThatSaysReadyFromThoseThatAreTakenAndTheRest() throws Exception {
    ChildJvm child = start("takes this", "plain line", "parrot ready");
    try {
      assertThat(child.requireReady(PATIENCE)).isPositive();
      assertThat(child.isReady()).isTrue();
      assertThat(taken).containsExactly("takes this");

      child.input().close();

      assertThat(child.awaitEnd(PATIENCE)).isTrue();
      assertThat(child.exitCode()).isZero();
      assertThat(child.isReady()).isFalse();
      assertThat(Files.readAllLines(log())).contains("plain line", "last word");
    } finally {
      child.kill();
    }
  }

  @Test
  void explainsAnEndBeforeItWasReadyWithItsLastWords() throws Exception {
    ChildJvm child = start("plain line");
    child.input().close();
    assertThat(child.awaitEnd(PATIENCE)).isTrue();

    assertThat(child.awaitReady(PATIENCE)).isEmpty();
    assertThatThrownBy(() -> child.requireReady(PATIENCE))
        .isInstanceOfSatisfying(
            ActOnceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT))
        .hasMessageContainingAll("parrot", "ended before it was ready", "last word");
  }

  @Test
  void hasEndedOnceItIsKilled() throws InterruptedException {
    ChildJvm child = start("parrot ready");
    var unused = child.requireReady(PATIENCE);

    child.kill();

    assertThat(child.isAlive()).isFalse();
    assertThat(child.exitCode()).isNotZero();
  }

  private ChildJvm start(String... words) {
    return ChildJvm.start(
        new ChildJvm.Order("parrot", Parrot.class, 64, List.of(), List.of(words), log()),
        line -> line.endsWith(" ready"),
        line -> line.startsWith("takes ") && taken.add(line));
  }

  private Path log() {
    return directory.resolve("parrot.log");
  }
}
