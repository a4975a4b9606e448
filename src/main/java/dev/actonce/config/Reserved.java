package dev.actonce.config;

import java.util.Set;

/** Environment variables that start like settings but belong to the launcher. */
final class Reserved {
  private static final Set<String> VARIABLES = Set.of("ACTONCE_JAVA_OPTS", "ACTONCE_CONFIG");

  private Reserved() {}

  static boolean isReserved(String variable) {
    return VARIABLES.contains(variable);
  }
}
