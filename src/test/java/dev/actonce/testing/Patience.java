package dev.actonce.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * How long a test waits for what must come, where it names no bound itself. A wait that is met
 * costs nothing, so this is for the slowest machine; Awaitility's own 10 s are not.
 */
public final class Patience implements LauncherSessionListener {
  private static final Duration DEFAULT = Duration.ofMinutes(2);

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultTimeout(DEFAULT);
  }
}
