package dev.actonce.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the command line's own logging configuration writes. */
class VisibleLogTest {
  private static final String HOSTILE = "a\u001b[2Kb\n12:00:00 ERROR faked\u202Ec\u2028d\u0085e";
  private static final String VISIBLE =
      "a\\u001b[2Kb\\n12:00:00 ERROR faked\\u202ec\\u2028d\\u0085e";

  private final LoggerContext context = new LoggerContext();

  @BeforeEach
  void configure() throws JoranException {
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(
        Objects.requireNonNull(Main.class.getResource("logback.xml"), "logback.xml"));
  }

  @AfterEach
  void stop() {
    context.stop();
  }

  @Test
  void keepsAMessageOnItsLine() {
    assertThat(logged("intent {} refused", null, HOSTILE))
        .endsWith("intent " + VISIBLE + " refused" + System.lineSeparator())
        .hasLineCount(1);
  }

  @Test
  void keepsTheMessagesOfErrorsOnTheirLines() {
    IllegalStateException error =
        new IllegalStateException(HOSTILE, new IllegalArgumentException(HOSTILE));
    error.addSuppressed(new IllegalStateException(HOSTILE));

    String logged = logged("failed", error);

    assertThat(logged.lines().filter(line -> line.startsWith("12:00:00"))).isEmpty();
    assertThat(logged)
        .contains(
            System.lineSeparator() + "java.lang.IllegalStateException: " + VISIBLE,
            System.lineSeparator() + "\tSuppressed: java.lang.IllegalStateException: " + VISIBLE,
            System.lineSeparator()
                + "Caused by: java.lang.IllegalArgumentException: "
                + VISIBLE
                + System.lineSeparator()
                + "\tat ");
    assertThat(logged.codePoints())
        .noneMatch(point -> point != '\n' && point != '\t' && point < 32);
  }

  @Test
  void cutsTheStackOfARecursion() {
    String logged = logged("failed", overflown());

    assertThat(logged).contains("\t... ").hasLineCount(VisibleTrace.MAX_FRAMES + 3);
  }

  private static Throwable overflown() {
    try {
      return new IllegalStateException("no end: " + recurse(0));
    } catch (StackOverflowError e) {
      return e;
    }
  }

  private static int recurse(int depth) {
    return depth < 0 ? 0 : recurse(depth + 1) + 1;
  }

  @Test
  void startsALineWithDateTimeAndZone() {
    assertThat(logged("ready", null))
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z WARN .* - ready\\R");
  }

  @Test
  void writesAnObjectOnALineOfItsOwnWhenAskedForJson() throws Exception {
    context.reset();
    context.setMDCAdapter(new LogbackMDCAdapter());
    context.putProperty("actonce.log.appender", "JSON");
    configure();

    String line = encoded("JSON", "intent {} refused", new IllegalStateException(HOSTILE), HOSTILE);
    JsonNode json = new ObjectMapper().readTree(line);

    assertThat(line).endsWith("\n").hasLineCount(1).contains("\\u202e").doesNotContain("\u202E");
    assertThat(json.path("level").asText()).isEqualTo("WARN");
    assertThat(json.path("loggerName").asText()).isEqualTo("dev.actonce.topology.CatalogRules");
    assertThat(json.path("timestamp").asLong()).isPositive();
    assertThat(json.path("formattedMessage").asText()).isEqualTo("intent " + HOSTILE + " refused");
    assertThat(json.path("throwable").path("message").asText()).isEqualTo(HOSTILE);
  }

  private String logged(String message, @Nullable Throwable error, Object... arguments) {
    return encoded("STDERR", message, error, arguments);
  }

  private String encoded(
      String name, String message, @Nullable Throwable error, Object... arguments) {
    Logger logger = context.getLogger("dev.actonce.topology.CatalogRules");
    LoggingEvent event = new LoggingEvent("caller", logger, Level.WARN, message, error, arguments);
    ConsoleAppender<ILoggingEvent> appender =
        (ConsoleAppender<ILoggingEvent>)
            context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).getAppender(name);
    return new String(appender.getEncoder().encode(event), UTF_8);
  }
}
