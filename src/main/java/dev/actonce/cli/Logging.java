package dev.actonce.cli;

import java.util.Arrays;

/** Chooses the logging of the command line before anything logs. */
final class Logging {
  private static final String CONFIGURATION = "logback.configurationFile";
  private static final String LEVEL = "actonce.log.level";

  private Logging() {}

  /**
   * Warnings only, to standard error; {@code --verbose} shows the life of the parts. The demo loses
   * answers on purpose, so its warnings would only spoil its progress line.
   */
  static void configure(String[] args) {
    boolean demo = args.length > 0 && args[0].equals("demo");
    boolean verbose = Arrays.asList(args).contains("--verbose");
    setIfAbsent(CONFIGURATION, "dev/actonce/cli/logback.xml");
    setIfAbsent(LEVEL, verbose ? "INFO" : demo ? "ERROR" : "WARN");
  }

  private static void setIfAbsent(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }
}
