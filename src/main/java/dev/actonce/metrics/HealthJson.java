package dev.actonce.metrics;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The answer of a health path. */
record HealthJson(boolean ok, String text) {

  static HealthJson live(List<Health.Part> parts) {
    return of(parts, Health.Part::live);
  }

  static HealthJson ready(List<Health.Part> parts) {
    return of(parts, Health.Part::ready);
  }

  private static HealthJson of(List<Health.Part> parts, Predicate<Health.Part> isWell) {
    boolean ok =
        !parts.isEmpty()
            && parts.stream()
                .filter(part -> part.weight() == Health.Weight.ESSENTIAL)
                .allMatch(isWell);
    String listed =
        parts.stream()
            .map(
                part ->
                    "{\"part\":%s,\"status\":\"%s\",\"reason\":%s}"
                        .formatted(
                            quoted(part.part()),
                            isWell.test(part) ? "up" : "down",
                            quoted(part.reason())))
            .collect(Collectors.joining(","));
    return new HealthJson(
        ok, "{\"status\":\"%s\",\"parts\":[%s]}\n".formatted(ok ? "up" : "down", listed));
  }

  /** A JSON string; every character but the plain ones of ASCII is escaped. */
  static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\' || c < ' ' || c > '~') {
        json.append("\\u%04x".formatted((int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
