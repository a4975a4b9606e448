package dev.actonce.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.actonce.core.VisibleText;

/**
 * A log event as one JSON object on a line of its own; what a terminal would obey is escaped, which
 * leaves its meaning. Named by logback.xml.
 */
public final class JsonLines extends JsonEncoder {
  @Override
  public byte[] encode(ILoggingEvent event) {
    return VisibleText.lines(new String(super.encode(event), UTF_8)).getBytes(UTF_8);
  }
}
