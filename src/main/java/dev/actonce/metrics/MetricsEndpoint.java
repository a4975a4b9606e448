package dev.actonce.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A small HTTP server: {@code /metrics} in Prometheus' text format, {@code /health/live} and {@code
 * /health/ready} as JSON with 200 or 503. A socket that is held in mid-request holds one of {@link
 * #THREADS} threads, so that some idle ones do not silence the health of a gate; the command line
 * also ends such requests after a while. Reads no request body, asks for no password: keep it on a
 * private address. On a loopback address it answers only under {@linkplain HostCheck names} of it.
 * Thread-safe.
 */
public final class MetricsEndpoint implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MetricsEndpoint.class);
  private static final int THREADS = 64;
  private static final int QUEUE = 16;
  private static final int BACKLOG = 64;
  private static final int IDLE_SECONDS = 10;
  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
  private static final String JSON = "application/json";

  private static final Answer MISDIRECTED =
      new Answer(
          421,
          TEXT,
          "this port is bound to a loopback address and answers under localhost, metrics-host and"
              + " IP addresses only; set metrics-host to an address that others may reach\n");

  private final HttpServer server;
  private final ThreadPoolExecutor threads;
  private final String host;

  private MetricsEndpoint(HttpServer server, ThreadPoolExecutor threads, String host) {
    this.server = server;
    this.threads = threads;
    this.host = host;
  }

  private record Answer(int status, String type, String body) {}

  /**
   * Starts serving.
   *
   * @param host interface to bind
   * @param port to bind; 0 for any free one
   * @param metrics gives the text of all metrics
   * @param health of this process
   * @throws ActOnceException INVALID_SETTING if the address cannot be bound
   */
  public static MetricsEndpoint start(
      String host, int port, Supplier<String> metrics, Health health) {
    HttpServer server = bind(host, port);
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(QUEUE),
            task -> {
              Thread thread = new Thread(task, "actonce-metrics-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    server.setExecutor(threads);
    MetricsEndpoint endpoint = new MetricsEndpoint(server, threads, host);
    endpoint.serve("/metrics", () -> new Answer(200, TEXT, metrics.get()));
    endpoint.serve("/health/live", () -> answer(HealthJson.live(health.parts())));
    endpoint.serve("/health/ready", () -> answer(HealthJson.ready(health.parts())));
    server.createContext("/", exchange -> send(exchange, new Answer(404, TEXT, "not found\n")));
    server.start();
    return endpoint;
  }

  /** Where the metrics are. */
  public String url() {
    String name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    return "http://" + name + ":" + server.getAddress().getPort() + "/metrics";
  }

  private static Answer answer(HealthJson health) {
    return new Answer(health.ok() ? 200 : 503, JSON, health.text());
  }

  private static HttpServer bind(String host, int port) {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getByName(host), port), BACKLOG);
    } catch (UnknownHostException e) {
      throw cannotBind(host, port, "the host is not known; check metrics-host", e);
    } catch (IOException | IllegalArgumentException e) {
      throw cannotBind(host, port, e.getMessage() + "; choose another metrics-port, or 0", e);
    }
  }

  private static ActOnceException cannotBind(String host, int port, String why, Exception cause) {
    return new ActOnceException(
        ErrorCode.INVALID_SETTING,
        "metrics cannot be served at " + host + ":" + port + ": " + why,
        cause);
  }

  private void serve(String path, Supplier<Answer> answers) {
    HostCheck names = new HostCheck(host);
    boolean isLoopback = server.getAddress().getAddress().isLoopbackAddress();
    server.createContext(
        path,
        exchange -> {
          boolean isRead = List.of("GET", "HEAD").contains(exchange.getRequestMethod());
          if (isLoopback && !names.allows(exchange.getRequestHeaders().getFirst("Host"))) {
            send(exchange, MISDIRECTED);
          } else if (!exchange.getRequestURI().getPath().equals(path)) {
            send(exchange, new Answer(404, TEXT, "not found\n"));
          } else if (!isRead) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            send(exchange, new Answer(405, TEXT, "only GET and HEAD\n"));
          } else {
            send(exchange, answers.get());
          }
        });
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    try (exchange) {
      byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", answer.type());
      boolean isHead = exchange.getRequestMethod().equals("HEAD");
      exchange.sendResponseHeaders(answer.status(), isHead ? -1 : body.length);
      if (!isHead) {
        exchange.getResponseBody().write(body);
      }
    }
  }

  /** Ends at once; an answer under way may be cut. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    LOG.debug("metrics endpoint closed");
  }
}
