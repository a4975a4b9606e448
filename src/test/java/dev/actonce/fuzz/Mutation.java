package dev.actonce.fuzz;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Damages bytes. */
final class Mutation {
  private static final int MAX_EDITS = 6;

  private Mutation() {}

  /** A copy with a few bytes changed, inserted, cut out or repeated, or with its end missing. */
  static byte[] of(byte[] bytes, SplittableRandom random) {
    byte[] mutated = bytes.clone();
    for (int i = random.nextInt(MAX_EDITS); i >= 0 && mutated.length > 0; i--) {
      mutated = edited(mutated, random);
    }
    return mutated;
  }

  private static byte[] edited(byte[] bytes, SplittableRandom random) {
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(6)) {
      case 0:
        bytes[at] ^= (byte) (1 << random.nextInt(8));
        return bytes;
      case 1:
        bytes[at] = (byte) random.nextInt(256);
        return bytes;
      case 2:
        return Arrays.copyOf(bytes, at);
      case 3:
        return spliced(bytes, at, at + random.nextInt(bytes.length - at + 1), new byte[0]);
      case 4:
        byte[] inserted = new byte[1 + random.nextInt(16)];
        random.nextBytes(inserted);
        return spliced(bytes, at, at, inserted);
      default: // Avro writes lengths as such numbers: this one is the largest there is.
        byte[] huge = {-1, -1, -1, -1, -1, -1, -1, -1, -1, 1};
        return spliced(bytes, at, Math.min(bytes.length, at + 1), huge);
    }
  }

  private static byte[] spliced(byte[] bytes, int from, int to, byte[] inserted) {
    byte[] spliced = new byte[from + inserted.length + bytes.length - to];
    System.arraycopy(bytes, 0, spliced, 0, from);
    System.arraycopy(inserted, 0, spliced, from, inserted.length);
    System.arraycopy(bytes, to, spliced, from + inserted.length, bytes.length - to);
    return spliced;
  }
}
