package dev.actonce.fuzz;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.SplittableRandom;

/** Arguments of tools as JSON text: valid, valid but expensive, and no JSON at all. */
final class HostileArguments {
  private static final int DEEP = 20_000;
  private static final int WIDE = 2_000;
  private static final int BEYOND_LIMIT = 300 * 1024;

  private HostileArguments() {}

  /** Fulfils the schema of each tool of {@link FuzzTools}; few keys, so that duplicates happen. */
  static String valid(SplittableRandom random) {
    return "{\"customer\":\"c"
        + random.nextInt(500)
        + "\",\"amount\":"
        + random.nextInt(1_000)
        + "."
        + random.nextInt(10, 100)
        + ",\"to\":\"a@b.example\",\"tags\":[\"x\",\"y\"],\"at\":\"2026-01-01T00:00:00Z\"}";
  }

  static String hostile(SplittableRandom random) {
    return switch (random.nextInt(24)) {
      case 0 -> nested(random, "[", "]");
      case 1 -> nested(random, "{\"a\":", "}");
      case 2 -> "{\"child\":" + nested(random, "{\"child\":", "}") + "}";
      case 3 -> wide(random);
      case 4, 5 -> "{\"amount\":" + number(random) + ",\"customer\":\"c1\"}";
      case 6 -> "{\"tags\":[" + "1,".repeat(random.nextInt(WIDE)) + "1]}";
      case 7 -> "{\"customer\":" + quoted("x".repeat(random.nextInt(1, 20_000))) + "}";
      case 8 -> "{\"customer\":" + quoted("\u0301".repeat(random.nextInt(1, 500))) + "}";
      case 9 -> "{\"customer\":\"c1\",\"customer\":\"c2\"}";
      case 10 -> "{\"customer\":\"\\ud800\",\"amount\":1}";
      case 11 -> "{\"at\":" + quoted(HostileText.of(random)) + ",\"amount\":\"1.0\"}";
      case 12 -> "\uFEFF{}";
      case 13 -> "{} {}";
      case 14 -> "{\"amount\":NaN}";
      case 15 -> "{/* comment */}";
      case 16 -> "";
      case 17 -> new String[] {"null", "[]", "1", "\"{}\"", "true"}[random.nextInt(5)];
      case 18 -> random.nextInt(20) == 0 ? quotedObject(BEYOND_LIMIT) : quotedObject(1_000);
      case 19 -> damaged(valid(random), random);
      default ->
          "{"
              + quoted(HostileText.of(random))
              + ":"
              + quoted(HostileText.of(random))
              + ",\"customer\":\"c"
              + random.nextInt(500)
              + "\"}";
    };
  }

  /** What the checks of {@link FuzzTools}' schemas need most time or stack for. */
  static String bait(SplittableRandom random) {
    return switch (random.nextInt(6)) {
      case 0, 1 -> "{\"customer\":\"c1\",\"to\":" + quoted(address(random)) + "}";
      case 2 -> "{\"customer\":\"c1\",\"amount\":" + digits(random) + "}";
      case 3 -> "{\"customer\":\"c1\",\"amount\":1e" + random.nextInt(-400, 401) + "}";
      case 4 ->
          "{\"customer\":\"c1\",\"child\":" + "{\"child\":".repeat(60) + "{}" + "}".repeat(61);
      default -> "{\"customer\":\"c1\",\"tags\":[" + unique(random.nextInt(1, WIDE)) + "]}";
    };
  }

  private static String address(SplittableRandom random) {
    return switch (random.nextInt(3)) {
      case 0 -> "a".repeat(random.nextInt(1, 8_000)) + "!";
      case 1 -> "a@" + "a".repeat(random.nextInt(1, 8_000)) + "!";
      default -> "a.".repeat(random.nextInt(1, 4_000)) + "@" + "b-".repeat(20) + "!";
    };
  }

  private static String unique(int count) {
    StringBuilder elements = new StringBuilder("\"x\"");
    for (int i = 0; i < count; i++) {
      elements.append(",\"t").append(i).append('"');
    }
    return elements.toString();
  }

  private static String nested(SplittableRandom random, String open, String close) {
    int depth = random.nextInt(20) == 0 ? random.nextInt(1, DEEP) : random.nextInt(1, 200);
    return open.repeat(depth) + "1" + close.repeat(random.nextInt(10) == 0 ? depth - 1 : depth);
  }

  private static String wide(SplittableRandom random) {
    StringBuilder object = new StringBuilder("{\"customer\":\"c1\"");
    for (int i = random.nextInt(WIDE); i > 0; i--) {
      object.append(",\"m").append(i).append("\":").append(i);
    }
    return object.append('}').toString();
  }

  private static String number(SplittableRandom random) {
    return switch (random.nextInt(6)) {
      case 0 -> digits(random);
      case 1 -> "1e" + random.nextInt();
      case 2 -> "-0.0";
      case 3 -> "0." + digits(random);
      case 4 -> "1" + "0".repeat(random.nextInt(1, 3_000));
      default -> digits(random) + "e-" + random.nextInt(1, 1_000);
    };
  }

  private static String digits(SplittableRandom random) {
    return "9".repeat(random.nextInt(1, random.nextInt(10) == 0 ? 5_000 : 390));
  }

  private static String quotedObject(int length) {
    return "{\"customer\":\"" + "y".repeat(length) + "\"}";
  }

  private static String damaged(String text, SplittableRandom random) {
    int at = random.nextInt(text.length());
    return text.substring(0, at) + (char) random.nextInt(128) + text.substring(at + 1);
  }

  static String quoted(String text) {
    return JsonNodeFactory.instance.textNode(text).toString();
  }
}
