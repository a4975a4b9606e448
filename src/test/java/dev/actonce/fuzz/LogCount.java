package dev.actonce.fuzz;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/**
 * Counts what would be logged at WARN and above, and shows only the first lines of each logger: a
 * storm is a finding, not something to print. Thread-safe.
 */
final class LogCount extends TurboFilter implements AutoCloseable {
  private static final int SHOWN = 5;
  private static final int NONE = 0;

  private final LoggerContext loggers = (LoggerContext) LoggerFactory.getILoggerFactory();
  private final Map<String, LongAdder> lines = new ConcurrentHashMap<>();

  private final int shown;

  private LogCount(int shown) {
    this.shown = shown;
  }

  static LogCount begin() {
    return begin(SHOWN);
  }

  static LogCount silent() {
    return begin(NONE);
  }

  private static LogCount begin(int shown) {
    LogCount count = new LogCount(shown);
    count.loggers.addTurboFilter(count);
    return count;
  }

  @Override
  public FilterReply decide(
      @Nullable Marker marker,
      Logger logger,
      Level level,
      @Nullable String format,
      Object @Nullable [] parameters,
      @Nullable Throwable error) {
    if (!level.isGreaterOrEqual(Level.WARN)
        || !level.isGreaterOrEqual(logger.getEffectiveLevel())
        || format == null) { // A mere question whether a level is on.
      return FilterReply.NEUTRAL;
    }
    LongAdder count = lines.computeIfAbsent(logger.getName(), name -> new LongAdder());
    count.increment();
    return count.sum() > shown ? FilterReply.DENY : FilterReply.NEUTRAL;
  }

  /** Lines by logger. */
  Map<String, Long> byLogger() {
    Map<String, Long> counts = new TreeMap<>();
    lines.forEach((name, count) -> counts.put(name, count.sum()));
    return counts;
  }

  long total() {
    return lines.values().stream().mapToLong(LongAdder::sum).sum();
  }

  @Override
  public void close() {
    loggers.getTurboFilterList().remove(this);
  }
}
