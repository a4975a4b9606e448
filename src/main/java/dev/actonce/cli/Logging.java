package dev.actonce.cli;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/**
 * Chooses the logging of the command line: before anything logs from arguments and environment, and
 * again when the settings are known. Whoever names a logback configuration of their own keeps it.
 */
final class Logging {
  private static final String CONFIGURATION = "logback.configurationFile";
  private static final String OURS = "dev/actonce/cli/logback.xml";
  private static final String LEVEL = "actonce.log.level";
  private static final String APPENDER = "actonce.log.appender";
  private static final List<String> LEVELS = List.of("error", "warn", "info", "debug");
  private static final Map<String, String> APPENDERS = Map.of("text", "STDERR", "json", "JSON");

  private Logging() {}

  /**
   * Warnings only, to standard error; {@code --verbose} shows the life of the parts. The demo loses
   * answers on purpose, so its warnings would only spoil its progress line.
   *
   * @param args the command line
   * @param environment a wrong value in it is left for {@link #apply} to refuse
   */
  static void configure(String[] args, Map<String, String> environment) {
    boolean demo = args.length > 0 && args[0].equals("demo");
    boolean verbose = Arrays.asList(args).contains("--verbose");
    String usual = verbose ? "info" : demo ? "error" : "warn";
    String level = environment.getOrDefault(Setting.LOG_LEVEL.variable(), "").strip();
    String format = environment.getOrDefault(Setting.LOG_FORMAT.variable(), "").strip();
    setIfAbsent(CONFIGURATION, OURS);
    setIfAbsent(LEVEL, upper(LEVELS.contains(level) ? level : usual));
    setIfAbsent(APPENDER, APPENDERS.getOrDefault(format, "STDERR"));
  }

  /**
   * Follows the settings from here on.
   *
   * @throws ActOnceException INVALID_SETTING for a level or a form that does not exist
   */
  static void apply(Settings settings) {
    Optional<String> level = settings.find(Setting.LOG_LEVEL);
    level.ifPresent(text -> requireOneOf(Setting.LOG_LEVEL, text, LEVELS));
    String format = settings.require(Setting.LOG_FORMAT);
    requireOneOf(Setting.LOG_FORMAT, format, List.of("text", "json"));
    if (!OURS.equals(System.getProperty(CONFIGURATION))) {
      return;
    }
    boolean levelled = level.isPresent() && set(LEVEL, upper(level.get()));
    boolean formed =
        settings.isSet(Setting.LOG_FORMAT)
            && set(APPENDER, Objects.requireNonNull(APPENDERS.get(format)));
    if (levelled || formed) {
      reload();
    }
  }

  private static void reload() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    context.reset();
    try {
      configurator.doConfigure(
          Objects.requireNonNull(Logging.class.getResource("logback.xml"), "logback.xml"));
    } catch (JoranException e) {
      throw new IllegalStateException("our own logback.xml cannot be read", e);
    }
  }

  private static void requireOneOf(Setting setting, String text, List<String> valid) {
    if (!valid.contains(text)) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          setting.key() + " is '" + text + "'; expected " + setting.unit());
    }
  }

  private static String upper(String level) {
    return level.toUpperCase(Locale.ROOT);
  }

  private static void setIfAbsent(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  /** Whether it was another before. */
  private static boolean set(String property, String value) {
    return !value.equals(System.setProperty(property, value));
  }
}
