package dev.actonce.metrics;

import io.micrometer.core.instrument.Meter;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Series that come and go with what this process owns: each publication replaces the last, so a
 * series that is not in it is not shown any more. Its values are shown as they were published.
 * Thread-safe.
 */
public final class SeriesTable {
  private final Meters meters;
  private final Map<Series, Shown> shown = new HashMap<>();

  public SeriesTable(Meters meters) {
    this.meters = meters;
  }

  private static final class Shown {
    private final Meter meter;
    private final Value value;

    Shown(Meter meter, Value value) {
      this.meter = meter;
      this.value = value;
    }
  }

  /** Micrometer holds a counter's source weakly; this table holds it for as long as it is shown. */
  private static final class Value implements java.util.function.Supplier<Number> {
    private volatile double current;

    @Override
    public Number get() {
      return current;
    }
  }

  /** Shows exactly these series. */
  public synchronized void publish(Map<Series, ? extends Number> values) {
    Iterator<Map.Entry<Series, Shown>> entries = shown.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<Series, Shown> entry = entries.next();
      if (!values.containsKey(entry.getKey())) {
        meters.remove(entry.getValue().meter);
        entries.remove();
      }
    }
    values.forEach(
        (series, value) ->
            shown.computeIfAbsent(series, this::show).value.current = value.doubleValue());
  }

  private Shown show(Series series) {
    Value value = new Value();
    return new Shown(meters.asked(series, value), value);
  }
}
