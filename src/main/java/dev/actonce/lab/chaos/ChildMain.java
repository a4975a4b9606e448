package dev.actonce.lab.chaos;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCategory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Entry point of the run's processes: {@code broker}, {@code gate} or {@code executor}, then the
 * role's arguments. Says {@code ready} once, serves until its standard input ends, then stops
 * cleanly. Exit codes as those of the command line.
 */
public final class ChildMain {
  static final String READY = "ready";
  static final String REACHED = "reached ";

  private static final Logger LOG = LoggerFactory.getLogger(ChildMain.class);
  private static final long LOOK_MS = 50;
  private static final long STOP_LIMIT_SECONDS = 45;

  private final CountDownLatch stopping = new CountDownLatch(1);
  private final StopPoint stopPoint = new StopPoint(ChildMain::reached);

  private ChildMain() {}

  /** Runs one part until standard input ends. */
  public static void main(String[] args) {
    ChildMain child = new ChildMain();
    Thread orders = new Thread(child::obey, "chaos-orders");
    orders.setDaemon(true);
    orders.start();
    System.exit(child.run(args[0], List.of(args).subList(1, args.length)));
  }

  private int run(String role, List<String> arguments) {
    try {
      Roles.serve(role, arguments, stopPoint, this::serve);
      return 0;
    } catch (ActOnceException e) {
      LOG.error("the {} ends: {}", role, e.getMessage(), e);
      return e.code().category().exitCode();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ErrorCategory.RETRYABLE.exitCode();
    }
  }

  /** Says when the part is ready, and returns when it shall stop. */
  private void serve(Roles.Part part) throws InterruptedException {
    boolean announced = false;
    while (!stopping.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
      Optional<ActOnceException> failure = part.failure();
      if (failure.isPresent()) {
        throw failure.get();
      }
      if (!announced && part.isReady()) {
        say(READY);
        announced = true;
      }
    }
  }

  /** Reads orders until the runner closes the input, or ends. */
  private void obey() {
    try (BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      String order = orders.readLine();
      while (order != null) {
        stopPoint.obey(order);
        order = orders.readLine();
      }
    } catch (IOException e) {
      LOG.warn("no orders any more: {}", e.toString());
    }
    stopping.countDown();
    haltIfStuck();
  }

  /** A part that does not stop must not outlive the runner. */
  private static void haltIfStuck() {
    try {
      TimeUnit.SECONDS.sleep(STOP_LIMIT_SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(ErrorCategory.FATAL.exitCode());
  }

  private static void reached(String what) {
    say(REACHED + what);
  }

  private static synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
