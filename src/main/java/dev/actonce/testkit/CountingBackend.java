package dev.actonce.testkit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP target that counts its effects, for tools that have no fake of their own. Thread-safe.
 *
 * <ul>
 *   <li>{@code POST}, {@code PUT}, {@code PATCH} and {@code DELETE} on any path have an effect and
 *       answer {@code {"id":"ef_00000001"}}. With an {@code Idempotency-Key} the same path has it
 *       once, and repeats get the first answer.
 *   <li>{@code GET} on any path with {@code ?text=..}: {@code {"data":[..]}}, the effects of that
 *       path whose body contains the text.
 *   <li>{@code GET /__effects}: {@code {"requests":..,"effects":..}}.
 * </ul>
 */
public final class CountingBackend implements AutoCloseable {
  /** Path at which it answers its statistics. */
  public static final String STATISTICS_PATH = "/__effects";

  private static final int MAX_BODY_BYTES = 1024 * 1024;
  private static final int MAX_EFFECTS = 100_000;
  private static final int THREADS = 16;
  private static final int BACKLOG = 128;

  /** One effect. */
  private record Effect(String id, String path, String body) {}

  private final HttpServer server;
  private final ExecutorService threads;
  private final List<Effect> effects = new ArrayList<>();
  private final Map<String, Effect> byKey = new HashMap<>();
  private long requests;

  private CountingBackend(HttpServer server) {
    this.server = server;
    this.threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "actonce-counting-backend");
              thread.setDaemon(true);
              return thread;
            });
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  /**
   * Starts a target on the loopback interface.
   *
   * @param port 0 for any free one
   * @throws ActOnceException INVALID_SETTING if the port is taken
   */
  public static CountingBackend start(int port) {
    // Headers and body are two writes: with Nagle's algorithm the second one waits for an ACK.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    try {
      return new CountingBackend(
          HttpServer.create(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG));
    } catch (IOException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "the counting backend cannot listen on port " + port + " (" + e + "); choose another",
          e);
    }
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  /** Its address, without a path. */
  public String url() {
    return "http://127.0.0.1:" + address().getPort();
  }

  /** How many effects have a body that contains the text. */
  public synchronized int effects(String text) {
    return (int) effects.stream().filter(effect -> effect.body().contains(text)).count();
  }

  /** Requests and effects so far, as JSON. */
  public synchronized String statistics() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("requests", requests)
        .put("effects", effects.size())
        .toString();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      if (!exchange.getRequestMethod().equals("GET")) {
        act(exchange, path);
      } else if (path.equals(STATISTICS_PATH)) {
        answer(exchange, 200, statistics());
      } else {
        find(exchange, path);
      }
    }
  }

  private void act(HttpExchange exchange, String path) throws IOException {
    byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
    if (body.length > MAX_BODY_BYTES) {
      answer(exchange, 413, "{\"error\":\"the body exceeds 1 MiB\"}");
      return;
    }
    String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
    Optional<Effect> effect = happen(path, key, new String(body, StandardCharsets.UTF_8));
    if (effect.isPresent()) {
      answer(exchange, 200, "{\"id\":\"" + effect.get().id() + "\"}");
    } else {
      answer(exchange, 507, "{\"error\":\"full after " + MAX_EFFECTS + " effects\"}");
    }
  }

  private synchronized Optional<Effect> happen(String path, @Nullable String key, String body) {
    requests++;
    Effect known = key == null ? null : byKey.get(path + " " + key);
    if (known != null) {
      return Optional.of(known);
    }
    if (effects.size() >= MAX_EFFECTS) {
      return Optional.empty();
    }
    Effect effect = new Effect("ef_%08d".formatted(effects.size() + 1), path, body);
    effects.add(effect);
    if (key != null) {
      byKey.put(path + " " + key, effect);
    }
    return Optional.of(effect);
  }

  private void find(HttpExchange exchange, String path) throws IOException {
    String query = Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
    if (!query.startsWith("text=")) {
      answer(exchange, 400, "{\"error\":\"ask with ?text=...\"}");
      return;
    }
    String text = URLDecoder.decode(query.substring(5), StandardCharsets.UTF_8);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode data = json.putArray("data");
    synchronized (this) {
      effects.stream()
          .filter(effect -> effect.path().equals(path) && effect.body().contains(text))
          .forEach(effect -> data.addObject().put("id", effect.id()));
    }
    answer(exchange, 200, json.toString());
  }

  private static void answer(HttpExchange exchange, int status, String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
