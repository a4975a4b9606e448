package dev.actonce.core;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that somebody probably meant. Pure. */
public final class Spelling {
  private static final int MAX_LENGTH = 128;

  private Spelling() {}

  /**
   * The valid name with the least edit distance, if it is close: at most a third, or two letters,
   * are wrong.
   */
  public static Optional<String> nearest(String name, Collection<String> valid) {
    if (name.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    return valid.stream()
        .sorted()
        .min(Comparator.comparingInt(candidate -> distance(name, candidate)))
        .filter(candidate -> isClose(distance(name, candidate), candidate.length()));
  }

  /** Of a short name also a letter must be right. */
  private static boolean isClose(int distance, int length) {
    return distance <= Math.max(2, length / 3) && distance < length;
  }

  /** A sentence part: the nearest name, if any is close, and all valid ones. */
  public static String advice(String name, Collection<String> valid) {
    String all = "valid here: " + String.join(", ", valid.stream().sorted().toList());
    return nearest(name, valid).map(near -> "did you mean '" + near + "'? " + all).orElse(all);
  }

  private static int distance(String a, String b) {
    String from = a.toLowerCase(Locale.ROOT);
    String to = b.toLowerCase(Locale.ROOT);
    int[] previous = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] current = new int[to.length() + 1];
      current[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int change = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(change, 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[to.length()];
  }
}
