package dev.actonce.fuzz;

import static dev.actonce.fuzz.HostileArguments.quoted;

import java.util.SplittableRandom;

/** JSON Schemas as nobody should write them, and catalogs around them. */
final class HostileSchema {
  private static final int DEEP = 3_000;
  private static final String[] PATTERNS = {
    "^([a-zA-Z0-9_.+-]+)+@([a-zA-Z0-9-]+[.])+[a-zA-Z]{2,}$",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "(a|aa)+$",
    "(a*)*b",
    "^(?=.*[A-Z])(?=.*\\d).{8,}$",
    "(?<!x)y",
    "(a)\\1",
    "a++b",
    "(?i)abc",
    "\\p{L}+",
    "\\p{Script=Greek}",
    "\\d+\\w\\s\\cA\\u{1F600}",
    "[",
    "(",
    "a{100000}",
    "(a{1000}){1000}",
    "(?<name>a)\\k<name>",
    "[^]",
    "[\\s\\S]*",
    ".".repeat(20_000),
    "(".repeat(5_000) + "a" + ")".repeat(5_000),
    "\\z",
    "^$|",
    ""
  };
  private static final String[] NUMBERS = {
    "0",
    "-1",
    "0.01",
    "1e-400",
    "1e400",
    "7",
    "0.1",
    "NaN",
    "\"1\"",
    "null",
    "1e2147483647",
    "9".repeat(320),
    "1e-2147483648",
    "3.0"
  };
  private static final String[] REFERENCES = {
    "#",
    "#/$defs/a",
    "#/$defs/missing",
    "#/properties/amount",
    "#a",
    "http://169.254.169.254/latest/meta-data",
    "file:///etc/passwd",
    "classpath:dev/actonce/cli/logback.xml",
    "jar:file:/tmp/x.jar!/y",
    "https://json-schema.org/draft/2020-12/schema",
    "../../x.json",
    "%00",
    "urn:x",
    ""
  };
  private static final String[] DIALECTS = {
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-07/schema#",
    "http://json-schema.org/draft-04/schema#",
    "http://127.0.0.1:1/schema",
    "file:///etc/passwd",
    "nonsense",
    ""
  };

  private HostileSchema() {}

  static String of(SplittableRandom random) {
    StringBuilder schema = new StringBuilder("{\"type\":\"object\"");
    if (random.nextInt(6) == 0) {
      schema.append(",\"$schema\":").append(quoted(pick(DIALECTS, random)));
    }
    if (random.nextInt(6) == 0) {
      schema.append(",\"$id\":").append(quoted(pick(REFERENCES, random)));
    }
    schema.append(",\"$defs\":{\"a\":").append(part(random, 0)).append('}');
    schema.append(",\"properties\":{");
    String separator = "";
    for (String name : new String[] {"customer", "amount", "to", "tags", "child", "at"}) {
      schema.append(separator).append(quoted(name)).append(':').append(part(random, 0));
      separator = ",";
    }
    return schema.append('}').append(more(random, 0)).append('}').toString();
  }

  private static String part(SplittableRandom random, int depth) {
    return switch (random.nextInt(depth > 4 ? 12 : 20)) {
      case 0 -> "true";
      case 1 -> "{\"type\":\"string\",\"pattern\":" + quoted(pick(PATTERNS, random)) + "}";
      case 2 -> "{\"type\":\"number\",\"multipleOf\":" + pick(NUMBERS, random) + "}";
      case 3 ->
          "{\"minimum\":" + pick(NUMBERS, random) + ",\"maximum\":" + pick(NUMBERS, random) + "}";
      case 4 -> "{\"$ref\":" + quoted(pick(REFERENCES, random)) + "}";
      case 5 -> "{\"$dynamicRef\":\"#a\",\"$dynamicAnchor\":\"a\"}";
      case 6 -> "{\"type\":\"array\",\"uniqueItems\":true,\"contains\":{\"const\":1}}";
      case 7 -> "{\"enum\":[" + "\"e\",".repeat(random.nextInt(2_000)) + "1]}";
      case 8 -> "{\"format\":" + quoted(HostileText.of(random)) + "}";
      case 9 -> "{\"format\":\"date-time\",\"maxLength\":" + pick(NUMBERS, random) + "}";
      case 10 -> HostileArguments.hostile(random);
      case 11 -> random.nextInt(30) == 0 ? deep(random) : "{\"type\":[\"null\",\"number\"]}";
      default -> "{" + more(random, depth + 1).substring(1) + "}";
    };
  }

  private static String more(SplittableRandom random, int depth) {
    String a = part(random, depth + 1);
    String b = part(random, depth + 1);
    return switch (random.nextInt(10)) {
      case 0 -> ",\"anyOf\":[" + a + "," + b + "]";
      case 1 -> ",\"allOf\":[" + a + "," + b + "]";
      case 2 -> ",\"oneOf\":[" + a + "," + b + "]";
      case 3 -> ",\"not\":" + a;
      case 4 -> ",\"if\":" + a + ",\"then\":" + b;
      case 5 -> ",\"unevaluatedProperties\":" + a;
      case 6 -> ",\"patternProperties\":{" + quoted(pick(PATTERNS, random)) + ":" + a + "}";
      case 7 -> ",\"dependentSchemas\":{\"amount\":" + a + "}";
      case 8 -> ",\"propertyNames\":" + a;
      default -> ",\"items\":" + a + ",\"additionalProperties\":" + b;
    };
  }

  private static String deep(SplittableRandom random) {
    int depth = random.nextInt(1, DEEP);
    return "{\"properties\":{\"child\":".repeat(depth) + "{}" + "}}".repeat(depth);
  }

  private static String pick(String[] values, SplittableRandom random) {
    return values[random.nextInt(values.length)];
  }
}
