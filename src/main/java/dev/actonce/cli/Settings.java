package dev.actonce.cli;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.Durations;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.Spelling;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The values of all settings, and where each came from. Immutable. */
public final class Settings {
  private static final Logger LOG = LoggerFactory.getLogger(Settings.class);

  private record Value(String text, String origin) {}

  private final Map<Setting, Value> values;

  private Settings(Map<Setting, Value> values) {
    this.values = values;
  }

  /**
   * Reads the settings.
   *
   * <p>A blank value in the file or the environment counts as not given, because that is how
   * deployment tools leave a setting out; a blank flag is an error.
   *
   * @param file config file, or null
   * @param environment variables; those that start with {@code ACTONCE_} must be settings, but for
   *     the launcher's and those that Kubernetes sets for Services named {@code actonce*}
   * @param flags values given on the command line
   * @throws ActOnceException INVALID_SETTING for a name that does not exist, a blank flag or an
   *     unreadable file
   */
  public static Settings load(
      @Nullable Path file, Map<String, String> environment, Map<Setting, String> flags) {
    Map<Setting, Value> values = new EnumMap<>(Setting.class);
    if (file != null) {
      fromFile(file, values);
    }
    environment.forEach((variable, text) -> fromVariable(variable, text, values));
    flags.forEach((setting, text) -> values.put(setting, flag(setting, text)));
    return new Settings(values);
  }

  private static void fromVariable(String variable, String text, Map<Setting, Value> values) {
    if (!variable.startsWith("ACTONCE_") || Reserved.isReserved(variable)) {
      return;
    }
    Optional<Setting> setting = byVariable(variable);
    if (ServiceLinks.isLink(variable, text)) {
      setting.ifPresent(
          hidden ->
              LOG.warn(
                  "{} is '{}', which Kubernetes has set for a Service of that name, and not {};"
                      + " set enableServiceLinks: false for the pod, or give {}",
                  variable,
                  text,
                  hidden.key(),
                  hidden.flag()));
      return;
    }
    putUnlessBlank(
        values,
        setting.orElseThrow(
            () -> unknown("environment variable '" + variable + "'", variable, Setting::variable)),
        text,
        "variable " + variable);
  }

  private static Value flag(Setting setting, String text) {
    if (text.isBlank()) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING, setting.flag() + " is empty; give a value, or leave it out");
    }
    return new Value(text.strip(), setting.flag());
  }

  private static void putUnlessBlank(
      Map<Setting, Value> values, Setting setting, String text, String origin) {
    if (!text.isBlank()) {
      values.put(setting, new Value(text.strip(), origin));
    }
  }

  /** Whether somebody has set it, be it to its default. */
  public boolean isSet(Setting setting) {
    return values.containsKey(setting);
  }

  /** The value, or the default; empty when there is neither. */
  public Optional<String> find(Setting setting) {
    Value value = values.get(setting);
    return value == null ? setting.fallback() : Optional.of(value.text());
  }

  /** The value, which must be there. */
  public String require(Setting setting) {
    return find(setting)
        .orElseThrow(
            () ->
                new ActOnceException(
                    ErrorCode.INVALID_SETTING,
                    setting.key()
                        + " is missing; give "
                        + setting.flag()
                        + ", set "
                        + setting.variable()
                        + ", or put it in the --config file"));
  }

  /** A whole number of at least {@code min}. */
  public int number(Setting setting, int min) {
    String text = require(setting);
    try {
      int number = Integer.parseInt(text);
      if (number >= min) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw invalid(setting, text, "a whole number of at least " + min, e);
    }
    throw invalid(setting, text, "a whole number of at least " + min, null);
  }

  /** {@code true} or {@code false}. */
  public boolean isTrue(Setting setting) {
    String text = require(setting);
    if (!text.equals("true") && !text.equals("false")) {
      throw invalid(setting, text, "true or false", null);
    }
    return text.equals("true");
  }

  /** A duration such as {@code 500ms}, {@code 10s}, {@code 5m}, {@code 24h}. */
  public Duration duration(Setting setting) {
    String text = require(setting);
    return Durations.parse(text)
        .orElseThrow(() -> invalid(setting, text, "a duration; " + Durations.REMEDY, null));
  }

  private ActOnceException invalid(
      Setting setting, String text, String expected, @Nullable Throwable cause) {
    Value value = values.get(setting);
    String origin = value == null ? "default" : value.origin();
    return new ActOnceException(
        ErrorCode.INVALID_SETTING,
        setting.key() + " is '" + text + "' (" + origin + "); expected " + expected,
        cause);
  }

  private static void fromFile(Path file, Map<Setting, Value> values) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "cannot read the config file " + file + ": " + e + "; check --config",
          e);
    }
    for (String name : properties.stringPropertyNames()) {
      Setting setting =
          Arrays.stream(Setting.values())
              .filter(candidate -> candidate.key().equals(name))
              .findFirst()
              .orElseThrow(() -> unknown("setting '" + name + "' in " + file, name, Setting::key));
      putUnlessBlank(values, setting, properties.getProperty(name), file.toString());
    }
  }

  private static Optional<Setting> byVariable(String variable) {
    return Arrays.stream(Setting.values())
        .filter(candidate -> candidate.variable().equals(variable))
        .findFirst();
  }

  private static ActOnceException unknown(
      String what, String name, Function<Setting, String> spelled) {
    String near =
        Spelling.nearest(name, Arrays.stream(Setting.values()).map(spelled).toList())
            .map(meant -> "; did you mean '" + meant + "'?")
            .orElse("");
    String known =
        Arrays.stream(Setting.values()).map(Setting::key).collect(Collectors.joining(", "));
    return new ActOnceException(
        ErrorCode.INVALID_SETTING, "unknown " + what + near + "; the settings are: " + known);
  }
}
