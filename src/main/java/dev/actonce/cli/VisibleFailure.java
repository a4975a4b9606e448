package dev.actonce.cli;

import ch.qos.logback.classic.pattern.ThrowableHandlingConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;

/** A log event's stack trace, without the text of others as it came. Named by logback.xml. */
public final class VisibleFailure extends ThrowableHandlingConverter {
  @Override
  public String convert(ILoggingEvent event) {
    return event.getThrowableProxy() instanceof ThrowableProxy failure
        ? VisibleTrace.of(failure.getThrowable())
        : "";
  }
}
