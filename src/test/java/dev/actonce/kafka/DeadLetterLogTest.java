package dev.actonce.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

final class DeadLetterLogTest {
  private final Lines lines = new Lines();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final DeadLetterLog log = new DeadLetterLog(lines, () -> now);

  @Test
  void showsTheFirstOfEachReasonInFullAndSumsUpTheOthers() {
    for (int i = 0; i < 20_000; i++) {
      note("actonce.intents", i, "UNDECODABLE");
    }
    note("actonce.outcomes", 1, "NO_VALUE");
    log.close();

    assertThat(lines.texts)
        .hasSize(DeadLetterLog.SHOWN + 3)
        .first()
        .isEqualTo("actonce.intents-0@0 goes to dead letters: UNDECODABLE: no schema");
    assertThat(lines.texts.get(DeadLetterLog.SHOWN)).contains("only counted for the rest of 60 s");
    assertThat(lines.texts).last().asString().contains("19995 UNDECODABLE from actonce.intents");
  }

  @Test
  void beginsAnewAfterAnInterval() {
    for (int i = 0; i < 10; i++) {
      note("actonce.intents", i, "UNDECODABLE");
    }
    now = now.plus(DeadLetterLog.INTERVAL);
    note("actonce.intents", 10, "UNDECODABLE");

    assertThat(lines.texts.get(DeadLetterLog.SHOWN + 1))
        .contains("since 60 s: 5 UNDECODABLE from actonce.intents");
    assertThat(lines.texts).last().asString().startsWith("actonce.intents-0@10 goes to");
  }

  private void note(String topic, long offset, String reason) {
    log.note(new DeadLetter.Source(topic, 0, offset, 0), reason, "no schema");
  }

  /** Keeps what is logged. */
  private static final class Lines extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1;
    private final transient List<String> texts = new ArrayList<>();

    @Override
    protected void handleNormalizedLoggingCall(
        Level level, org.slf4j.Marker marker, String text, Object[] arguments, Throwable cause) {
      texts.add(MessageFormatter.basicArrayFormat(text, arguments));
    }

    @Override
    protected String getFullyQualifiedCallerName() {
      return Lines.class.getName();
    }

    @Override
    public boolean isTraceEnabled() {
      return true;
    }

    @Override
    public boolean isDebugEnabled() {
      return true;
    }

    @Override
    public boolean isInfoEnabled() {
      return true;
    }

    @Override
    public boolean isWarnEnabled() {
      return true;
    }

    @Override
    public boolean isErrorEnabled() {
      return true;
    }
  }
}
