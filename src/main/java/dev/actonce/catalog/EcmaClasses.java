package dev.actonce.catalog;

import java.util.Map;
import java.util.Set;

/** The character classes of ECMA-262, as what stands between the brackets of RE2. */
final class EcmaClasses {
  /** WhiteSpace and LineTerminator of ECMA-262, which include general category Zs. */
  private static final String SPACES =
      "\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}"
          + "\\x{3000}\\x{feff}";

  /** All others. */
  private static final String NO_SPACES =
      "\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}"
          + "\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}"
          + "\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}";

  private static final Map<Integer, String> SETS =
      Map.of(
          (int) 'd', "\\d",
          (int) 'D', "\\D",
          (int) 'w', "\\w",
          (int) 'W', "\\W",
          (int) 's', SPACES,
          (int) 'S', NO_SPACES);

  private static final Map<String, String> CATEGORIES =
      Map.ofEntries(
          Map.entry("Letter", "L"),
          Map.entry("Uppercase_Letter", "Lu"),
          Map.entry("Lowercase_Letter", "Ll"),
          Map.entry("Titlecase_Letter", "Lt"),
          Map.entry("Modifier_Letter", "Lm"),
          Map.entry("Other_Letter", "Lo"),
          Map.entry("Mark", "M"),
          Map.entry("Combining_Mark", "M"),
          Map.entry("Nonspacing_Mark", "Mn"),
          Map.entry("Spacing_Mark", "Mc"),
          Map.entry("Enclosing_Mark", "Me"),
          Map.entry("Number", "N"),
          Map.entry("Decimal_Number", "Nd"),
          Map.entry("digit", "Nd"),
          Map.entry("Letter_Number", "Nl"),
          Map.entry("Other_Number", "No"),
          Map.entry("Punctuation", "P"),
          Map.entry("punct", "P"),
          Map.entry("Connector_Punctuation", "Pc"),
          Map.entry("Dash_Punctuation", "Pd"),
          Map.entry("Open_Punctuation", "Ps"),
          Map.entry("Close_Punctuation", "Pe"),
          Map.entry("Initial_Punctuation", "Pi"),
          Map.entry("Final_Punctuation", "Pf"),
          Map.entry("Other_Punctuation", "Po"),
          Map.entry("Symbol", "S"),
          Map.entry("Math_Symbol", "Sm"),
          Map.entry("Currency_Symbol", "Sc"),
          Map.entry("Modifier_Symbol", "Sk"),
          Map.entry("Other_Symbol", "So"),
          Map.entry("Separator", "Z"),
          Map.entry("Space_Separator", "Zs"),
          Map.entry("Line_Separator", "Zl"),
          Map.entry("Paragraph_Separator", "Zp"),
          Map.entry("Control", "Cc"),
          Map.entry("cntrl", "Cc"),
          Map.entry("Format", "Cf"));

  private static final Set<String> SCRIPT_PREFIXES = Set.of("Script", "sc");
  private static final Set<String> CATEGORY_PREFIXES = Set.of("General_Category", "gc");

  private final EcmaText text;

  EcmaClasses(EcmaText text) {
    this.text = text;
  }

  /**
   * Consumes an escape such as {@code \d} or {@code \p{L}}; empty if the one at hand is another.
   */
  String escapedSet() {
    int c = text.peek(1);
    String set = SETS.get(c);
    if (set != null) {
      text.next();
      text.next();
      return set;
    }
    if (c != 'p' && c != 'P') {
      return "";
    }
    text.next();
    text.next();
    return property(c == 'P');
  }

  private String property(boolean negated) {
    StringBuilder name = new StringBuilder();
    if (!text.take('{')) {
      throw text.syntax("\\p without {...}");
    }
    while (!text.take('}')) {
      if (text.atEnd()) {
        throw text.syntax("\\p without {...}");
      }
      name.appendCodePoint(text.next());
    }
    String[] parts = name.toString().split("=", 2);
    if (parts[0].equals("Any")) {
      return negated ? "^\\x{0}-\\x{10ffff}" : "\\x{0}-\\x{10ffff}";
    }
    if (parts[0].equals("ASCII")) {
      return negated ? "\\x{80}-\\x{10ffff}" : "\\x{0}-\\x{7f}";
    }
    return (negated ? "\\P{" : "\\p{") + re2Name(parts, name.toString()) + '}';
  }

  private static String re2Name(String[] parts, String name) {
    String value = parts[parts.length - 1];
    boolean category = parts.length == 1 || CATEGORY_PREFIXES.contains(parts[0]);
    if (category && CATEGORIES.containsKey(value)) {
      return CATEGORIES.getOrDefault(value, value);
    }
    boolean script = parts.length == 2 && SCRIPT_PREFIXES.contains(parts[0]);
    boolean known = script || (category && value.length() <= 2);
    if (known && value.matches("[A-Z][A-Za-z_]{0,40}")) {
      return value;
    }
    throw PatternRefusedException.unsupported("the property \\p{" + name + "}");
  }

  /** Consumes up to the closing bracket, which it includes. */
  String content() {
    StringBuilder content = new StringBuilder();
    while (!text.take(']')) {
      if (text.atEnd()) {
        throw text.syntax("a bracket that does not end");
      }
      if (isPosix()) {
        throw text.syntax("a class in the form of POSIX, such as [:alpha:]");
      }
      member(content);
    }
    return content.toString();
  }

  private boolean isPosix() {
    int i = 2;
    while (text.peek(i) >= 'a' && text.peek(i) <= 'z') {
      i++;
    }
    return text.peek() == '[' && text.peek(1) == ':' && text.peek(i) == ':' && i > 2;
  }

  private void member(StringBuilder content) {
    int from = one(content);
    boolean dash = text.peek() == '-' && text.peek(1) != ']' && text.peek(1) != EcmaText.END;
    if (from == EcmaText.END || !dash) {
      append(content, from);
      return;
    }
    text.next();
    StringBuilder set = new StringBuilder();
    int to = one(set);
    if (to == EcmaText.END) { // A dash before a set stands for itself.
      append(content, from);
      append(content, '-');
      content.append(set);
    } else if (to < from) {
      throw text.syntax("a range whose ends fall");
    } else {
      append(content, from);
      content.append('-');
      append(content, to);
    }
  }

  private static void append(StringBuilder content, int point) {
    if (point != EcmaText.END) {
      EcmaText.appendLiteral(content, point);
    }
  }

  /** Consumes one character, or a set, which it appends and answers END for. */
  private int one(StringBuilder content) {
    if (text.peek() != '\\') {
      return text.next();
    }
    String set = escapedSet();
    if (!set.isEmpty()) {
      if (set.startsWith("^")) {
        return EcmaText.END; // Nothing: it adds no character.
      }
      content.append(set);
      return EcmaText.END;
    }
    text.next();
    if (text.take('b')) {
      return '\b';
    }
    return text.escaped();
  }
}
