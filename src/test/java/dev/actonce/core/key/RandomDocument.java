package dev.actonce.core.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes random JSON objects out of maps, lists, strings, {@link BigDecimal}s, booleans and nulls,
 * and spells one object in many ways. Seeded.
 */
final class RandomDocument {
  private static final int MAX_DEPTH = 4;
  private static final String[] ALPHABET = {
    "a", "b", "Z", "0", " ", "\"", "\\", "/", "\n", "\u0001", "\u00e9", "\u20ac", "\ud83d\ude00"
  };

  private final Random random;

  RandomDocument(long seed) {
    random = new Random(seed);
  }

  Map<String, @Nullable Object> object() {
    return object(1);
  }

  private Map<String, @Nullable Object> object(int depth) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    for (int i = random.nextInt(5); i >= 0; i--) {
      members.put(text(), value(depth + 1));
    }
    return members;
  }

  private @Nullable Object value(int depth) {
    return switch (random.nextInt(depth < MAX_DEPTH ? 7 : 5)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> text();
      case 3, 4 -> number();
      case 5 -> object(depth);
      default -> array(depth);
    };
  }

  private List<@Nullable Object> array(int depth) {
    List<@Nullable Object> elements = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      elements.add(value(depth + 1));
    }
    return elements;
  }

  private BigDecimal number() {
    BigInteger digits = new BigInteger(random.nextInt(100), random);
    BigDecimal number = new BigDecimal(digits, random.nextInt(40) - 20);
    return random.nextBoolean() ? number : number.negate();
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      text.append(ALPHABET[random.nextInt(ALPHABET.length)]);
    }
    return text.toString();
  }

  /** One of the many spellings of a value. */
  String spell(@Nullable Object value) {
    return space() + spellBare(value) + space();
  }

  private String spellBare(@Nullable Object value) {
    if (value instanceof Map<?, ?> members) {
      List<Map.Entry<?, ?>> shuffled = new ArrayList<>(members.entrySet());
      Collections.shuffle(shuffled, random);
      return shuffled.stream()
          .map(member -> spell(member.getKey()) + ":" + spell(member.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (value instanceof List<?> elements) {
      return elements.stream().map(this::spell).collect(Collectors.joining(",", "[", "]"));
    }
    if (value instanceof String text) {
      return spellText(text);
    }
    return value instanceof BigDecimal number ? spellNumber(number) : String.valueOf(value);
  }

  private String spellNumber(BigDecimal number) {
    BigDecimal spelled =
        random.nextBoolean() ? number.setScale(number.scale() + random.nextInt(3)) : number;
    return switch (random.nextInt(3)) {
      case 0 -> spelled.toPlainString();
      case 1 -> spelled.unscaledValue() + (random.nextBoolean() ? "e" : "E") + -spelled.scale();
      default -> spelled.toString();
    };
  }

  private String spellText(String text) {
    StringBuilder spelled = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pair = Character.isSurrogate(c);
      if (c < ' ' || c == '"' || c == '\\' || (!pair && random.nextInt(4) == 0)) {
        spelled.append(String.format(random.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) c));
      } else {
        spelled.append(c);
      }
    }
    return spelled.append('"').toString();
  }

  private String space() {
    StringBuilder space = new StringBuilder();
    for (int i = random.nextInt(3); i > 0; i--) {
      space.append(" \t\r\n".charAt(random.nextInt(4)));
    }
    return space.toString();
  }

  /** A copy in which one member has another value. */
  Map<String, @Nullable Object> change(Map<String, @Nullable Object> object) {
    Map<String, @Nullable Object> changed = new LinkedHashMap<>(object);
    List<String> names = new ArrayList<>(object.keySet());
    String name = names.get(random.nextInt(names.size()));
    changed.put(name, changed(object.get(name)));
    return changed;
  }

  private Object changed(@Nullable Object value) {
    if (value instanceof BigDecimal number) {
      return number.add(new BigDecimal(BigInteger.ONE, random.nextInt(30)));
    }
    if (value instanceof String text) {
      return text + ALPHABET[random.nextInt(ALPHABET.length)];
    }
    if (value instanceof List<?> elements) {
      List<@Nullable Object> longer = new ArrayList<>(elements);
      longer.add(null);
      return longer;
    }
    return value instanceof Boolean bool ? !bool : "changed";
  }

  /** A text with a few characters replaced, inserted, removed or doubled. */
  String damage(String text) {
    StringBuilder damaged = new StringBuilder(text);
    String inserts = "{}[]\",:\\ue+-.0129ntf \u0000\ud800\udc00\u0301";
    for (int i = random.nextInt(4); i >= 0 && damaged.length() > 0; i--) {
      int at = random.nextInt(damaged.length());
      char c = inserts.charAt(random.nextInt(inserts.length()));
      switch (random.nextInt(4)) {
        case 0 -> damaged.setCharAt(at, c);
        case 1 -> damaged.insert(at, c);
        case 2 -> damaged.deleteCharAt(at);
        default -> damaged.insert(at, damaged.substring(at));
      }
    }
    return damaged.toString();
  }
}
