package dev.actonce.fuzz;

import static dev.actonce.fuzz.HostileArguments.quoted;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Texts of tool catalogs: with a hostile schema, with hostile settings, damaged, or no YAML. */
final class HostileCatalog {
  private static final String[] SETTINGS = {
    "safety",
    "key",
    "identity",
    "sets",
    "instants",
    "repeats",
    "window",
    "memory",
    "provider_key_ttl",
    "retry",
    "max_in_flight",
    "timeout",
    "lookup_lag",
    "contract",
    "description"
  };
  private static final String[] VALUES = {
    "",
    "~",
    "[]",
    "{}",
    "[a, a]",
    "[[[a]]]",
    "-1",
    "0s",
    "300s",
    "99999999999999999999d",
    "9223372036854775807ms",
    ".inf",
    "1e400",
    "!!java.lang.Runtime {}",
    "!!binary aGk=",
    "*x",
    "&x [*x]",
    "\"\\0\"",
    "keyed",
    "unsafe",
    "2026-01-01",
    "0x7fffffff",
    "{attempts: 2147483648, backoff: 1d..1ms}",
    "[" + "a.".repeat(2_000) + "a]",
    "[".repeat(2_000)
  };

  private HostileCatalog() {}

  static String of(SplittableRandom random) {
    return switch (random.nextInt(8)) {
      case 0 -> settings(random);
      case 1 -> damaged(settings(random), random);
      case 2 -> damaged(withSchema(random), random);
      case 3 -> aliases(random);
      case 4 -> "tools:\n  " + quoted(HostileText.of(random)) + ": { safety: unsafe }\n";
      default -> withSchema(random);
    };
  }

  /** JSON is YAML too. */
  private static String withSchema(SplittableRandom random) {
    return "tools:\n  t:\n    safety: unsafe\n    arguments: " + HostileSchema.of(random) + "\n";
  }

  private static String settings(SplittableRandom random) {
    StringBuilder text = new StringBuilder("tools:\n  t:\n    safety: unsafe\n");
    for (int i = random.nextInt(5); i >= 0; i--) {
      String value =
          random.nextInt(4) == 0
              ? quoted(HostileText.of(random))
              : VALUES[random.nextInt(VALUES.length)];
      text.append("    ").append(SETTINGS[random.nextInt(SETTINGS.length)]).append(": ");
      text.append(value).append('\n');
    }
    return text.toString();
  }

  /** A few lines that stand for billions. */
  private static String aliases(SplittableRandom random) {
    StringBuilder text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    int levels = random.nextInt(1, 12);
    for (int i = 1; i <= levels; i++) {
      String before = "*a" + (i - 1);
      text.append("a%d: &a%d [%s]\n".formatted(i, i, (before + ", ").repeat(9) + before));
    }
    return text + "tools: { t: { safety: unsafe, arguments: { enum: *a" + levels + " } } }\n";
  }

  private static String damaged(String text, SplittableRandom random) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new String(Mutation.of(bytes, random), StandardCharsets.UTF_8);
  }
}
