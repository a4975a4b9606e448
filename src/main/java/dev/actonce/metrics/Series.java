package dev.actonce.metrics;

import io.micrometer.core.instrument.Tag;
import java.util.ArrayList;
import java.util.List;

/**
 * One time series.
 *
 * @param metric what is measured
 * @param values of the metric's labels, in its order; an empty value is the same as none
 */
public record Series(Metric metric, List<String> values) {
  public Series {
    values = List.copyOf(values);
    if (values.size() != metric.labels().size()) {
      throw new IllegalArgumentException(
          metric + " has the labels " + metric.labels() + ", got the values " + values);
    }
  }

  public static Series of(Metric metric, String... values) {
    return new Series(metric, List.of(values));
  }

  List<Tag> tags() {
    List<Tag> tags = new ArrayList<>(values.size());
    for (int i = 0; i < values.size(); i++) {
      tags.add(Tag.of(metric.labels().get(i), values.get(i)));
    }
    return tags;
  }
}
