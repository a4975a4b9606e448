package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaNoiseTest {
  private static final String ADMIN =
      "org.apache.kafka.clients.admin.internals.PartitionLeaderStrategy";
  private static final String CONTROLLER = "org.apache.kafka.controller.ReplicationControlManager";

  @ParameterizedTest
  @CsvSource({
    ADMIN + ",[AdminClient clientId=a] Received unknown topic error for topic {},DENY",
    ADMIN + ",[AdminClient clientId=a] Received authorization failure for topic {},NEUTRAL",
    CONTROLLER
        + ",[QuorumController id=1] processExpiredBrokerHeartbeat: controller event queue"
        + " overloaded. Timed out heartbeat from broker {}.,DENY",
    CONTROLLER + ",[QuorumController id=1] Unable to fence broker {},NEUTRAL",
    "kafka.server.ReplicaManager,Received unknown topic error for topic {},NEUTRAL"
  })
  void dropsWhatKafkaMendsByItselfAndNothingElse(String logger, String message, FilterReply reply) {
    LoggingEvent event =
        new LoggingEvent(
            "", new LoggerContext().getLogger(logger), Level.ERROR, message, null, null);

    assertThat(new KafkaNoise().decide(event)).isEqualTo(reply);
  }
}
