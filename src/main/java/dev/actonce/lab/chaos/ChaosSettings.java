package dev.actonce.lab.chaos;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What is run.
 *
 * @param seed of the traffic, the provider's faults, and the plan of faults
 * @param minutes how long agents publish and faults happen, 1 to 120
 * @param directory gets all data and logs of the run; must exist
 */
public record ChaosSettings(long seed, int minutes, Path directory) {
  private static final int MAX_MINUTES = 120;

  public ChaosSettings {
    if (minutes < 1 || minutes > MAX_MINUTES) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING, "minutes must be 1 to " + MAX_MINUTES + ", got " + minutes);
    }
  }

  Duration length() {
    return Duration.ofMinutes(minutes);
  }
}
