package dev.actonce.lab.demo;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Decides which answers get lost: a seeded share of all requests, first ones and repeats alike.
 *
 * <p>The decision depends only on the seed, the request's identity (its key, or the hash of its
 * body when it has none) and how often that identity has asked. So a run can be repeated whatever
 * the threads do, and a retry has its own chance. After {@link #MAX_IN_A_ROW} losses in a row the
 * next answer arrives, so that every run ends. Thread-safe.
 */
final class LostAnswers {
  static final int MAX_IN_A_ROW = 2;

  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final long FNV_OFFSET = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 0x100000001B3L;

  private final double share;
  private final long seed;
  private final Map<String, Asked> askers = new HashMap<>();

  /** How often an identity asked, and how many of its last answers got lost. */
  private record Asked(int times, int lostInARow) {}

  LostAnswers(double share, long seed) {
    this.share = share;
    this.seed = seed;
  }

  /** Whether the answer to this request gets lost. */
  synchronized boolean loseNext(String identity) {
    Asked before = askers.getOrDefault(identity, new Asked(0, 0));
    boolean lost = before.lostInARow() < MAX_IN_A_ROW && chance(identity, before.times()) < share;
    askers.put(identity, new Asked(before.times() + 1, lost ? before.lostInARow() + 1 : 0));
    return lost;
  }

  private double chance(String identity, int times) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < identity.length(); i++) {
      hash = (hash ^ identity.charAt(i)) * FNV_PRIME;
    }
    return new SplittableRandom(seed ^ (hash + times * GOLDEN_GAMMA)).nextDouble();
  }
}
