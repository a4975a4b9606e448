package dev.actonce.fuzz;

import java.util.SplittableRandom;

/** Texts that break what was written for names. */
final class HostileText {
  /** A frequent pattern for e-mail addresses needs a stack frame for each of these. */
  static final String LONG_ADDRESS = "a".repeat(8_000) + "!";

  private static final int LONG = 4_000;
  private static final String[] SHORT = {
    "",
    " ",
    "\u0000",
    "null",
    "undefined",
    "NaN",
    "true",
    "-0",
    "1e999999999",
    "../../../../etc/passwd",
    "..%2f..%2f",
    "a/b\\c",
    "'; DROP TABLE outcomes; --",
    "<script>alert(1)</script>",
    "${env:HOME}${jndi:ldap://x/y}",
    "{provider_key}{a}{b}",
    "%s%n%x%1000000d",
    "x\r\nIdempotency-Key: other",
    "\u001b[2J\u001b]0;x\u0007\u009b1A",
    "\u202Egpj.exe\u2066\u2069",
    "\u200B\u200D\uFEFF\u2028\u2029",
    "\uD83D\uDC69\u200D\uD83D\uDC67",
    "\uD800",
    "\uDC00\uD800",
    "e\u0301 \u00e9 \u212B \u00c5 \uFB01",
    "\u0130\u0131\u1E9E",
    "9".repeat(320),
    "0".repeat(100) + "1",
    "__proto__",
    "2026-01-01T00:00:00+0100",
    "-999999999-01-01T00:00:00Z",
    "user@example.com",
    "a@" + "a.".repeat(60) + "!"
  };

  private HostileText() {}

  /** Mostly short; a few are long, or repeat one bad character. */
  static String of(SplittableRandom random) {
    return switch (random.nextInt(40)) {
      case 0 -> LONG_ADDRESS;
      case 1 -> "a" + "\u0301".repeat(1 + random.nextInt(LONG));
      case 2 -> anything(random, random.nextInt(LONG));
      case 3 -> SHORT[random.nextInt(SHORT.length)].repeat(1 + random.nextInt(50));
      case 4, 5, 6, 7, 8 -> anything(random, random.nextInt(12));
      case 9, 10, 11, 12, 13, 14, 15 -> "id-" + random.nextInt(1_000);
      default -> SHORT[random.nextInt(SHORT.length)];
    };
  }

  /** As {@link #of}, never empty. */
  static String filled(SplittableRandom random) {
    String text = of(random);
    return text.isEmpty() ? "-" : text;
  }

  private static String anything(SplittableRandom random, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) random.nextInt(Character.MAX_VALUE + 1));
    }
    return text.toString();
  }
}
