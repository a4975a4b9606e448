package dev.actonce.lab.demo.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.actonce.client.ActOnceClient;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.lab.demo.DemoJson;
import dev.actonce.lab.demo.PaymentProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Serves the agent page and its two endpoints on the loopback interface. Thread-safe.
 *
 * <ul>
 *   <li>{@code GET /}: the page.
 *   <li>{@code POST /intents}: a {@link PageCall}; answered as {@link SubmitEndpoint} tells.
 *   <li>{@code GET /charges?invoice=..}: {@code {"count":N}}, what the provider charged for it.
 * </ul>
 *
 * <p>Only the page itself may post: a request that names another host or comes from another site is
 * refused with 403, so that no site in the same browser can pay.
 */
public final class AgentPage implements AutoCloseable {
  /** Longest wait of one post; the page gives up on it later. */
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private static final int THREADS = 16;
  private static final int MAX_QUEUED = 256;
  private static final int MAX_BODY_BYTES = 300 * 1024;
  private static final String INVOICE = "invoice=";

  private final HttpServer server;
  private final ThreadPoolExecutor threads;
  private final SubmitEndpoint submit;
  private final PaymentProvider provider;
  private final PageFiles files = PageFiles.load();

  private AgentPage(HttpServer server, ActOnceClient client, PaymentProvider provider) {
    this.server = server;
    this.submit = new SubmitEndpoint(client, PATIENCE);
    this.provider = provider;
    this.threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_QUEUED),
            task -> {
              Thread thread = new Thread(task, "agent-page");
              thread.setDaemon(true);
              return thread;
            },
            new ThreadPoolExecutor.CallerRunsPolicy());
  }

  /**
   * Starts to serve; the port is ready on return. Client and provider stay the caller's.
   *
   * @param port loopback port; 0 picks a free one
   * @throws ActOnceException INVALID_SETTING if the port is taken
   */
  public static AgentPage open(int port, ActOnceClient client, PaymentProvider provider) {
    try {
      AgentPage page =
          new AgentPage(
              HttpServer.create(
                  new InetSocketAddress(InetAddress.getLoopbackAddress(), port), MAX_QUEUED),
              client,
              provider);
      page.start();
      return page;
    } catch (IOException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "cannot serve the agent page on port " + port + " (" + e + "); 0 picks a free port",
          e);
    }
  }

  private void start() {
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  /** Where the page is. */
  public URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String asked = exchange.getRequestMethod() + " " + path;
      if (!isOwn(exchange)) {
        reply(exchange, 403, SubmitEndpoint.error("FORBIDDEN", "only this page's own requests"));
      } else if (asked.equals("POST /intents")) {
        submit(exchange);
      } else if (asked.equals("GET /charges")) {
        charges(exchange);
      } else if (asked.startsWith("GET ")) {
        file(exchange, path);
      } else {
        reply(exchange, 405, SubmitEndpoint.error("METHOD_NOT_ALLOWED", "POST /intents or GET"));
      }
    }
  }

  /** Whether the request names this server, and a browser sends it for this server's page. */
  private boolean isOwn(HttpExchange exchange) {
    int port = server.getAddress().getPort();
    Set<String> hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
    Optional<String> host = header(exchange, "Host");
    Optional<String> origin = header(exchange, "Origin");
    return host.filter(hosts::contains).isPresent()
        && origin.map(from -> from.equals("http://" + host.orElseThrow())).orElse(true);
  }

  private void submit(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
    if (body.length > MAX_BODY_BYTES) {
      reply(exchange, 413, SubmitEndpoint.error("TOO_LARGE", "at most " + MAX_BODY_BYTES));
      return;
    }
    // Other sites cannot send this type without asking first.
    if (header(exchange, "Content-Type").filter(t -> t.startsWith("application/json")).isEmpty()) {
      reply(exchange, 415, SubmitEndpoint.error("UNSUPPORTED", "send application/json"));
      return;
    }
    SubmitEndpoint.Reply reply = submit.post(new String(body, StandardCharsets.UTF_8));
    reply(exchange, reply.status(), reply.body());
  }

  private void charges(HttpExchange exchange) throws IOException {
    String query = Optional.ofNullable(exchange.getRequestURI().getQuery()).orElse("");
    if (!query.startsWith(INVOICE)) {
      reply(exchange, 400, SubmitEndpoint.error("INVALID", "name one: /charges?invoice=.."));
      return;
    }
    String invoice = query.substring(INVOICE.length());
    long count =
        provider.charges().stream()
            .filter(charge -> invoice.equals(charge.purchase().invoice()))
            .count();
    reply(exchange, 200, DemoJson.object().put("count", count));
  }

  private void file(HttpExchange exchange, String path) throws IOException {
    Optional<PageFiles.PageFile> file = files.find(path);
    if (file.isEmpty()) {
      reply(exchange, 404, SubmitEndpoint.error("NOT_FOUND", "no such page"));
      return;
    }
    reply(exchange, 200, file.get().mediaType(), file.get().bytes());
  }

  private static Optional<String> header(HttpExchange exchange, String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
  }

  private static void reply(HttpExchange exchange, int status, ObjectNode json) throws IOException {
    byte[] bytes = DemoJson.write(json).getBytes(StandardCharsets.UTF_8);
    reply(exchange, status, "application/json", bytes);
  }

  private static void reply(HttpExchange exchange, int status, String mediaType, byte[] bytes)
      throws IOException {
    var headers = exchange.getResponseHeaders();
    headers.set("Content-Type", mediaType);
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set(
        "Content-Security-Policy",
        "default-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action"
            + " 'none'");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /** Stops: running posts lose their connection, what they published goes on. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
