package dev.actonce.catalog;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.format.Format;
import java.util.Map;

/**
 * A format whose check ends in time on any text. A few of the validator's expressions backtrack
 * without end or overflow the stack: they are matched in linear time here, or no text is long
 * enough to do harm. {@code regex} is checked and never compiled.
 */
final class BoundedFormat implements Format {
  /**
   * Longest text of a format, in characters. RFC 1123 and RFC 5321 bound host names and addresses;
   * the others are short by their form, and no real one comes near.
   */
  private static final Map<String, Integer> LONGEST =
      Map.ofEntries(
          Map.entry("hostname", 253),
          Map.entry("idn-hostname", 253),
          Map.entry("email", 320),
          Map.entry("idn-email", 320),
          Map.entry("ipv4", 15),
          Map.entry("ip-address", 15),
          Map.entry("ipv6", 45),
          Map.entry("uuid", 36),
          Map.entry("date", 64),
          Map.entry("time", 64),
          Map.entry("date-time", 64),
          Map.entry("duration", 128),
          Map.entry("color", 128),
          Map.entry("phone", 128),
          Map.entry("style", 1_024),
          Map.entry("utc-millisec", 128));

  private static final String POINTER = "(/([^/#~]|~[01])*)*";
  private static final String VARIABLE =
      "(\\w|%[0-9A-Fa-f]{2})(\\.?(\\w|%[0-9A-Fa-f]{2}))*(:[1-9]\\d{0,3}|\\*)?";

  private static final Map<String, LinearPattern> LINEAR =
      Map.of(
          "json-pointer",
          LinearPattern.compile("^" + POINTER + "$"),
          "relative-json-pointer",
          LinearPattern.compile("^(0|[1-9]\\d*)(#|" + POINTER + ")$"),
          "uri-template",
          LinearPattern.compile(
              "^([^\\x00-\\x1f\\x7f\"'%<>^`{|}]|%[0-9A-Fa-f]{2}|\\{[+#./;?&=,!@|]?"
                  + VARIABLE
                  + "(,"
                  + VARIABLE
                  + ")*\\})*$"));

  private final Format format;

  BoundedFormat(Format format) {
    this.format = format;
  }

  @Override
  public String getName() {
    return format.getName();
  }

  @Override
  public String getMessageKey() {
    return format.getMessageKey();
  }

  @Override
  public boolean matches(ExecutionContext check, SchemaContext context, String value) {
    LinearPattern pattern = LINEAR.get(getName());
    if (pattern != null) {
      return ((MeteredContext) check).matches(pattern, value);
    }
    if (getName().equals("regex")) {
      return LinearPattern.isValid(value);
    }
    return value.length() <= LONGEST.getOrDefault(getName(), Integer.MAX_VALUE)
        && format.matches(check, context, value);
  }
}
