package dev.actonce.cli;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.Map;

/**
 * Keeps errors out of the log that Kafka reports and then mends by itself, each of which was traced
 * in Kafka's sources. Everything else that the same loggers say is logged.
 */
public final class KafkaNoise extends Filter<ILoggingEvent> {
  /** Logger, and a part of its message, before which Kafka puts the name of the client or node. */
  private static final Map<String, String> MENDED =
      Map.of(
          // StoreChangelogReader asks for the end of a changelog that was created a moment ago,
          // and asks again in its next round.
          "org.apache.kafka.clients.admin.internals.PartitionLeaderStrategy",
          "Received unknown topic error for topic",
          // The controller counts a heartbeat that it handles late as a heartbeat all the same.
          "org.apache.kafka.controller.ReplicationControlManager",
          "processExpiredBrokerHeartbeat: controller event queue overloaded");

  @Override
  public FilterReply decide(ILoggingEvent event) {
    String part = MENDED.get(event.getLoggerName());
    String message = event.getMessage();
    boolean mended = part != null && message != null && message.contains(part);
    return mended ? FilterReply.DENY : FilterReply.NEUTRAL;
  }
}
