package dev.actonce.testkit;

import dev.actonce.catalog.HttpSpec;
import dev.actonce.catalog.HttpTarget;
import dev.actonce.catalog.LookupSpec;
import dev.actonce.catalog.Tool;
import dev.actonce.catalog.UrlTemplate;
import dev.actonce.core.RetryPolicy;
import dev.actonce.core.ToolPolicy;
import java.time.Duration;
import java.util.Optional;

/**
 * A tool as the suite runs it: led through the fault proxy, and with short times, so that a lost
 * answer is noticed within seconds. Its safety, key, memory and promises stay as they are.
 */
final class RoutedTool {
  /** Longest wait for one call. */
  static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);

  private static final int LEAST_ATTEMPTS = 4;
  private static final Duration MIN_BACKOFF = Duration.ofMillis(50);
  private static final Duration MAX_BACKOFF = Duration.ofMillis(400);

  private RoutedTool() {}

  /** The same tool behind a proxy on the loopback interface. */
  static Tool through(int proxyPort, Tool tool) {
    String authority = "http://127.0.0.1:" + proxyPort;
    return new Tool(
        quick(tool.policy()),
        tool.description(),
        tool.arguments(),
        tool.http().map(http -> routed(authority, http)));
  }

  private static ToolPolicy quick(ToolPolicy policy) {
    ToolPolicy.Execution execution = policy.execution();
    Duration timeout =
        execution.callTimeout().compareTo(CALL_TIMEOUT) < 0
            ? execution.callTimeout()
            : CALL_TIMEOUT;
    RetryPolicy retry =
        new RetryPolicy(
            Math.max(LEAST_ATTEMPTS, execution.retry().attempts()), MIN_BACKOFF, MAX_BACKOFF);
    return new ToolPolicy(
        policy.action(),
        policy.safety(),
        policy.key(),
        policy.memory(),
        new ToolPolicy.Execution(
            retry,
            timeout,
            execution.maxInFlight(),
            execution.providerKeyTtl(),
            execution.lookupLag(),
            execution.keyAfterError(),
            execution.maxUnknown()),
        policy.hash());
  }

  private static HttpSpec routed(String authority, HttpSpec http) {
    Optional<LookupSpec> lookup =
        http.lookup()
            .map(
                spec -> new LookupSpec(routed(authority, spec.target()), spec.found(), spec.lag()));
    return new HttpSpec(
        routed(authority, http.target()),
        http.keyHeader(),
        http.notExecuted(),
        http.reference(),
        lookup);
  }

  private static HttpTarget routed(String authority, HttpTarget target) {
    String text = target.url().text();
    int path = text.indexOf('/', text.indexOf("//") + 2);
    String routed = authority + (path < 0 ? "/" : text.substring(path));
    return new HttpTarget(
        target.method(), new UrlTemplate(routed), target.headers(), target.version());
  }
}
