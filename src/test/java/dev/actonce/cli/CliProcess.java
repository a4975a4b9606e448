package dev.actonce.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** A command in a JVM of its own, as the launcher starts it. Confined to the test thread. */
final class CliProcess implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(90);

  private static final int HEAP_MIB = 512;

  private final Process process;
  private final Path out;
  private final Path err;

  private CliProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /**
   * Starts {@code actonce ARGUMENTS}.
   *
   * @param directory gets a file each for what the process prints; it is also where it runs
   */
  static CliProcess start(Path directory, Map<String, String> environment, String... arguments) {
    return start(directory, HEAP_MIB, environment, arguments);
  }

  /** As {@link #start(Path, Map, String...)}, with a heap of this size. */
  static CliProcess start(
      Path directory, int heapMib, Map<String, String> environment, String... arguments) {
    return start(
        directory,
        environment,
        List.of("-Xmx" + heapMib + "m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
        arguments);
  }

  /**
   * As {@link #start(Path, Map, String...)}, with these flags.
   *
   * @param flags of the JVM
   */
  static CliProcess start(
      Path directory, List<String> flags, Map<String, String> environment, String... arguments) {
    return start(directory, environment, flags, arguments);
  }

  /** As {@link #start(Path, Map, String...)}, with the launcher's own heap and flags. */
  static CliProcess startAsLaunched(Path directory, String... arguments) {
    return start(directory, Map.of(), launcherFlags(), arguments);
  }

  private static List<String> launcherFlags() {
    Matcher flags =
        Pattern.compile("(?m)^flags=\"(-[^\"]*)\"").matcher(read(Path.of("ops/actonce")));
    if (!flags.find()) {
      throw new IllegalStateException("ops/actonce sets no flags");
    }
    // What it adds for a command that is not gate, executor or bench.
    return List.of((flags.group(1) + " -XX:TieredStopAtLevel=1").split(" "));
  }

  /** As {@link #start(Path, Map, String...)}, through the launcher and with its jars. */
  static CliProcess startByLauncher(
      Path directory, Map<String, String> environment, String... arguments) {
    List<String> line = new ArrayList<>();
    line.add(Path.of("ops/actonce").toAbsolutePath().toString());
    line.addAll(List.of(arguments));
    return run(directory, environment, line, arguments[0]);
  }

  private static CliProcess start(
      Path directory, Map<String, String> environment, List<String> flags, String... arguments) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(flags);
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    line.addAll(List.of(arguments));
    return run(directory, environment, line, arguments[0]);
  }

  private static CliProcess run(
      Path directory, Map<String, String> environment, List<String> line, String name) {
    try {
      Path out = Files.createTempFile(directory, name, ".out");
      Path err = Files.createTempFile(directory, name, ".err");
      ProcessBuilder builder =
          new ProcessBuilder(line)
              .directory(directory.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().keySet().removeIf(variable -> variable.startsWith("ACTONCE_"));
      builder.environment().putAll(environment);
      return new CliProcess(builder.start(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until it has printed this on standard output or standard error. */
  void awaitPrinted(String text) {
    Awaitility.await(text)
        .atMost(START_TIMEOUT)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> !process.isAlive() || printed().contains(text));
    if (!printed().contains(text)) {
      throw new IllegalStateException("ended without '" + text + "'; it said:\n" + printed());
    }
  }

  String out() {
    return read(out);
  }

  String err() {
    return read(err);
  }

  /**
   * The lines of standard error that are ours: JDK 24 and newer warn of native code unless the
   * launcher's flags and jar are used, and Kafka warns when the machine is busy.
   */
  List<String> complaints() {
    return err().lines().filter(CliProcess::isOurs).toList();
  }

  private static boolean isOurs(String line) {
    return !line.isBlank() && !line.startsWith("WARNING: ") && !line.contains(" o.a.k");
  }

  private String printed() {
    return out() + err();
  }

  /** Asks it to end, as a service manager does, and returns its exit code. */
  int terminate(Duration limit) throws InterruptedException {
    process.destroy();
    return awaitExit(limit);
  }

  int awaitExit(Duration limit) throws InterruptedException {
    if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("still runs after " + limit + "; it said:\n" + printed());
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
