package dev.actonce.cli.audit;

import java.util.ArrayList;
import java.util.List;

/** What could not be read: all of it counted, the first of it listed. Confined to one thread. */
public final class BadInput {
  private final int maxListed;
  private final List<String> listed = new ArrayList<>();
  private long count;

  /**
   * @param maxListed most to list
   */
  public BadInput(int maxListed) {
    this.maxListed = maxListed;
  }

  /** Notes a place and why it is not readable. */
  public void add(String where, String reason) {
    count++;
    if (listed.size() < maxListed) {
      listed.add(where + ": " + reason);
    }
  }

  /** How much there is. */
  public long count() {
    return count;
  }

  /** The first of it. */
  public List<String> listed() {
    return List.copyOf(listed);
  }
}
