package dev.actonce.fuzz;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Damages bytes. */
final class Mutation {
  private static final int MAX_EDITS = 6;

  /** The largest number there is, as Avro writes lengths. */
  private static final byte[] LARGEST = {-1, -1, -1, -1, -1, -1, -1, -1, -1, 1};

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
    return switch (random.nextInt(6)) {
      case 0 -> replaced(bytes, at, (byte) (bytes[at] ^ (1 << random.nextInt(8))));
      case 1 -> replaced(bytes, at, (byte) random.nextInt(256));
      case 2 -> Arrays.copyOf(bytes, at);
      case 3 -> spliced(bytes, at, at + random.nextInt(bytes.length - at + 1), new byte[0]);
      case 4 -> spliced(bytes, at, at, some(random));
      default -> spliced(bytes, at, at + 1, LARGEST);
    };
  }

  private static byte[] replaced(byte[] bytes, int at, byte value) {
    bytes[at] = value;
    return bytes;
  }

  private static byte[] some(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(1, 17)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] spliced(byte[] bytes, int from, int to, byte[] inserted) {
    byte[] spliced = new byte[from + inserted.length + bytes.length - to];
    System.arraycopy(bytes, 0, spliced, 0, from);
    System.arraycopy(inserted, 0, spliced, from, inserted.length);
    System.arraycopy(bytes, to, spliced, from + inserted.length, bytes.length - to);
    return spliced;
  }
}
