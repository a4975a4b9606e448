package dev.actonce.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a scrape says, read as Prometheus reads it: an empty label is no label.
 *
 * @param types type of each family, by its name
 * @param samples value of each series, by its name and labels
 */
public record Exposition(Map<String, String> types, Map<Sample, Double> samples) {
  private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");
  private static final Pattern LINE = Pattern.compile("([a-zA-Z_:0-9]+)(?:\\{(.*)})? (\\S+)");
  private static final Pattern LABEL =
      Pattern.compile("([a-zA-Z_0-9]+)=\"((?:[^\"\\\\]|\\\\.)*)\",?");

  /** Name and labels of one line. */
  public record Sample(String name, Map<String, String> labels) {}

  /** Reads the text format. */
  public static Exposition parse(String text) {
    Map<String, String> types = new TreeMap<>();
    Map<Sample, Double> samples = new LinkedHashMap<>();
    for (String line : text.lines().toList()) {
      Matcher type = TYPE.matcher(line);
      if (type.matches()) {
        types.put(type.group(1), type.group(2));
      } else if (!line.startsWith("#") && !line.isBlank()) {
        put(samples, line);
      }
    }
    return new Exposition(types, samples);
  }

  private static void put(Map<Sample, Double> samples, String line) {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches()) {
      throw new IllegalStateException("no sample: " + line);
    }
    Map<String, String> labels = new TreeMap<>();
    Matcher label = LABEL.matcher(parts.group(2) == null ? "" : parts.group(2));
    while (label.find()) {
      if (!label.group(2).isEmpty()) {
        labels.put(label.group(1), label.group(2));
      }
    }
    double value = Double.parseDouble(parts.group(3).replace("Inf", "Infinity"));
    samples.merge(
        new Sample(parts.group(1), labels),
        value,
        (a, b) -> {
          throw new IllegalStateException("twice: " + line);
        });
  }

  /** Sum of a name's series that have these labels, as pairs. */
  public double sum(String name, String... labels) {
    return samples.entrySet().stream()
        .filter(entry -> entry.getKey().name().equals(name))
        .filter(entry -> has(entry.getKey().labels(), labels))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  private static boolean has(Map<String, String> labels, String... wanted) {
    for (int i = 0; i < wanted.length; i += 2) {
      if (!labels.getOrDefault(wanted[i], "").equals(wanted[i + 1])) {
        return false;
      }
    }
    return true;
  }

  /** Every label that any series of a name has. */
  public Set<String> labelsOf(String name) {
    Set<String> labels = new TreeSet<>();
    samples.keySet().stream()
        .filter(sample -> sample.name().equals(name))
        .forEach(sample -> labels.addAll(sample.labels().keySet()));
    return labels;
  }
}
