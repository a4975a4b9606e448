package dev.actonce.node;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ObstacleLogTest {
  private static final Optional<String> AWAY = Optional.of("waits for the brokers");

  private final Logger logger = (Logger) LoggerFactory.getLogger(ObstacleLog.class);
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
  private long nanos = Long.MAX_VALUE; // Passes its end at once, as System.nanoTime may.
  private final ObstacleLog log = ObstacleLog.of("gate", () -> nanos);

  @BeforeEach
  void listen() {
    appender.start();
    logger.addAppender(appender);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(appender);
  }

  @Test
  void saysOnceWhatHoldsTheNodeUpAndThatItGoesOn() {
    log.look(AWAY);
    pass(Duration.ofMillis(9_999));
    log.look(AWAY);
    assertThat(appender.list).isEmpty();

    pass(Duration.ofMillis(1));
    log.look(AWAY);
    pass(Duration.ofHours(1));
    log.look(AWAY);
    log.look(Optional.empty());
    log.look(Optional.empty());

    assertThat(appender.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly("gate has been held up for 10 s: waits for the brokers", "gate goes on");
  }

  @Test
  void isSilentAboutShortObstacles() {
    for (int i = 0; i < 100; i++) {
      log.look(AWAY);
      pass(Duration.ofSeconds(9));
      log.look(Optional.empty());
    }

    assertThat(appender.list).isEmpty();
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }
}
