package dev.actonce.lab.restore;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.nio.file.Path;

/**
 * What a restore run does.
 *
 * @param keys live keys of the gate when it loses its state, 100 to 1,000,000
 * @param directory holds the broker's data, the gate's state and its log
 */
public record RestoreSettings(int keys, Path directory) {
  static final int LEAST_KEYS = 100;
  static final int MOST_KEYS = 1_000_000;

  /** Partitions of every topic. */
  static final int PARTITIONS = 6;

  /** One in so many keys is still open when the gate dies; the others are remembered. */
  private static final int OPEN_ONE_IN = 20;

  private static final int MOST_SAMPLES = 1_000;

  public RestoreSettings {
    if (keys < LEAST_KEYS || keys > MOST_KEYS) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "--keys must be " + LEAST_KEYS + " to " + MOST_KEYS + ", got " + keys);
    }
  }

  /** Keys without a final outcome. They come last. */
  int open() {
    return keys / OPEN_ONE_IN;
  }

  /** Keys that succeeded. They come first. */
  int done() {
    return keys - open();
  }

  /** Keys that are asked for again; spread evenly over all. */
  int sample() {
    return Math.min(keys, MOST_SAMPLES);
  }

  /** Number of a sampled key. */
  int sampled(int index) {
    return (int) ((long) index * keys / sample());
  }
}
