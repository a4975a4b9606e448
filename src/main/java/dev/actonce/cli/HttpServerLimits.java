package dev.actonce.cli;

/**
 * How long the JDK's HTTP server, which serves metrics and health, lets a socket hold a thread. It
 * has no limit by default. The server reads these once, so they are set before anything uses it.
 */
final class HttpServerLimits {
  private static final String PREFIX = "sun.net.httpserver.";

  private HttpServerLimits() {}

  /** Ends requests and answers that are slow; what the user has set stands. */
  static void set() {
    setIfAbsent("maxReqTime", 10);
    setIfAbsent("maxRspTime", 60);
  }

  private static void setIfAbsent(String name, int seconds) {
    if (System.getProperty(PREFIX + name) == null) {
      System.setProperty(PREFIX + name, Integer.toString(seconds));
    }
  }
}
