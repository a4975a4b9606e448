package dev.actonce.cli;

import java.util.Arrays;

/** Chooses the logging of the command line before anything logs. */
final class Logging {
  private static final String CONFIGURATION = "logback.configurationFile";
  private static final String LEVEL = "actonce.log.level";

  private Logging() {}

  /** Warnings only, to standard error; {@code --verbose} shows the life of the parts. */
  static void configure(String[] args) {
    boolean verbose = Arrays.asList(args).contains("--verbose");
    setIfAbsent(CONFIGURATION, "dev/actonce/cli/logback.xml");
    setIfAbsent(LEVEL, verbose ? "INFO" : "WARN");
  }

  private static void setIfAbsent(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }
}
