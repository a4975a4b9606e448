package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A JVM of its own, in which one thread runs out of memory while the command waits. */
class FullHeapTest {
  private static final long LIMIT_SECONDS = 60;

  /** Whose thread it is. */
  enum Victim {
    PLAIN,
    /** Catches what its work throws, and logs it where nobody looks, as some of Kafka's do. */
    LOGGING,
    /** As above, with the name of the thread in the line, as Kafka does for all its own. */
    LOGGING_BY_NAME
  }

  @ParameterizedTest
  @EnumSource
  void endsTheProcessWithTheCodeForADefectWhoeverRanOutOfMemory(Victim victim) throws Exception {
    Process process = start(victim);
    try {
      assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("actonce: out of memory", "-Xmx");
      assertThat(process.exitValue()).isEqualTo(5);
    } finally {
      process.destroyForcibly();
    }
  }

  private static Process start(Victim victim) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx32m",
            "-cp",
            System.getProperty("java.class.path"),
            Command.class.getName(),
            victim.name())
        .start();
  }

  static final class Command {
    public static void main(String[] args) throws InterruptedException {
      Logging.configure(args, System.getenv());
      FullHeap.watch(Duration.ofMillis(100));
      Thread thread = new Thread(Command::fill);
      Logger LOG = LoggerFactory.getLogger("org.apache.kafka.x");
      switch (Victim.valueOf(args[0])) {
        case PLAIN -> {}
        case LOGGING -> thread.setUncaughtExceptionHandler((victim, e) -> LOG.debug("died", e));
        case LOGGING_BY_NAME ->
            thread.setUncaughtExceptionHandler(
                (victim, e) -> LOG.error("Uncaught exception in '{}':", victim.getName(), e));
      }
      thread.start();
      new CountDownLatch(1).await();
    }

    private static void fill() {
      throw new IllegalStateException("not reached, " + new byte[Integer.MAX_VALUE / 2].length);
    }
  }
}
