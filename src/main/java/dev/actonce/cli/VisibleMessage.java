package dev.actonce.cli;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.actonce.core.VisibleText;
import java.util.Objects;

/** A log event's message on one line, whoever wrote the values in it. Named by logback.xml. */
public final class VisibleMessage extends MessageConverter {
  @Override
  public String convert(ILoggingEvent event) {
    return VisibleText.of(Objects.requireNonNullElse(event.getFormattedMessage(), "null"));
  }
}
