package dev.actonce.cli;

import java.util.Set;

/**
 * Environment variables that start like settings but belong to the launcher, or to whoever packs
 * the program: images name their directory and version so.
 */
final class Reserved {
  private static final Set<String> VARIABLES =
      Set.of(
          "ACTONCE_JAVA_OPTS",
          "ACTONCE_CLASSPATH",
          "ACTONCE_CONFIG",
          "ACTONCE_HOME",
          "ACTONCE_VERSION");

  private Reserved() {}

  static boolean isReserved(String variable) {
    return VARIABLES.contains(variable);
  }
}
