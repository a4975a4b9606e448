package dev.actonce.tool;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.io.Reader;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Makes sure that the JDK's HTTP client sends each request once.
 *
 * <p>The client (JDK {@code MultiExchange}) repeats a request, once, when a kept-alive connection
 * turns out to be closed before any byte of the answer came: GET and HEAD always, other methods
 * only under {@code jdk.httpclient.enableAllMethodRetry}. We refuse to run under that property. It
 * also repeats a failed connect, which sends nothing, unless {@code
 * jdk.httpclient.disableRetryConnect} is set; we set it, so that one attempt is one connect. The
 * client reads both properties when its first instance sends, for the whole JVM.
 */
public final class HttpSafety {
  private static final String RETRY_ALL = "jdk.httpclient.enableAllMethodRetry";
  private static final String NO_RETRY_CONNECT = "jdk.httpclient.disableRetryConnect";
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private HttpSafety() {}

  /**
   * Refuses a JVM whose HTTP client would repeat requests that have effects.
   *
   * @throws ActOnceException UNSAFE_JVM with the remedy
   */
  public static void requireSafeJvm() {
    String value = System.getProperty(RETRY_ALL);
    requireSafe(value == null ? networkDefaults().getProperty(RETRY_ALL) : value);
  }

  /** An empty value switches the retry on, as the JDK reads it. */
  static void requireSafe(@Nullable String value) {
    if (value != null && (value.isEmpty() || Boolean.parseBoolean(value))) {
      throw new ActOnceException(
          ErrorCode.UNSAFE_JVM,
          RETRY_ALL
              + " is set to '"
              + value
              + "': the HTTP client would send a POST again by itself, which can be a second"
              + " effect. Remove -D"
              + RETRY_ALL
              + " from the JVM options, and from conf/net.properties of the JDK");
    }
  }

  /** A client that follows no redirect and repeats nothing; connect timeout 5 s. */
  static HttpClient newClient() {
    requireSafeJvm();
    if (System.getProperty(NO_RETRY_CONNECT) == null) {
      System.setProperty(NO_RETRY_CONNECT, "true");
    }
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(CONNECT_TIMEOUT)
        .build();
  }

  /** The JDK's file of network defaults; empty if it cannot be read. */
  private static Properties networkDefaults() {
    Properties defaults = new Properties();
    Path file = Path.of(System.getProperty("java.home", "."), "conf", "net.properties");
    try (Reader reader = Files.newBufferedReader(file)) {
      defaults.load(reader);
    } catch (IOException e) {
      return new Properties(); // A JDK image without the file has no such default.
    }
    return defaults;
  }
}
