package dev.actonce.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs programs of this machine to their end, in bounded time, and shows the output of a failure.
 */
public final class Program {
  /** Longest run; a program that takes longer is ended. */
  private static final Duration LIMIT = Duration.ofMinutes(4);

  private Program() {}

  /** Skips the calling test where a program is missing; {@code ops/test-tools} installs it. */
  public static void assumeInstalled(String name) {
    boolean installed =
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, name)));
    assumeTrue(installed, name + " is not installed; run ops/test-tools");
  }

  /** Skips the calling test where Node or the packages of these sources are missing. */
  public static void assumeNodePackages(Path sources) {
    assumeInstalled("node");
    assumeTrue(
        Files.exists(sources.resolve("node_modules/.package-lock.json")),
        "the Node packages of " + sources + " are not installed; run ops/test-tools");
  }

  /**
   * Runs a program, which must end with exit code 0.
   *
   * @param scratch receives the output
   * @return what it printed to standard output
   */
  public static String run(Path scratch, Map<String, String> environment, List<String> command) {
    Path out = scratch.resolve("out.txt");
    Path err = scratch.resolve("err.txt");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    try {
      Process process = builder.start();
      boolean ended = awaitEnd(process);
      String printed = Files.readString(out);
      assertThat(ended).as("%s ends in %s\n%s", command, LIMIT, printed).isTrue();
      assertThat(process.exitValue())
          .as("%s\n%s\n%s", command, printed, Files.readString(err))
          .isZero();
      return printed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean awaitEnd(Process process) {
    try {
      return process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
