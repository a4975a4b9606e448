package dev.actonce.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/** As much of a schema registry as our framing asks for, with ids that can be made to fail. */
public final class StubRegistry implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<Integer, String> schemas = new ConcurrentSkipListMap<>();
  private final Map<Integer, Integer> failing = new ConcurrentHashMap<>();
  private final AtomicInteger questions = new AtomicInteger();
  private final HttpServer server;

  public StubRegistry() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/schemas/ids/", this::schema);
    server.createContext("/subjects/", this::register);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Answers for an id with a status from now on; 404 with the registry's own code. */
  public void fail(int id, int status) {
    failing.put(id, status);
  }

  /** Answers for an id with its schema again. */
  public void mend(int id) {
    failing.remove(id);
  }

  /** How many schemas were asked for by id. */
  public int questions() {
    return questions.get();
  }

  private void register(HttpExchange exchange) throws IOException {
    String schema = JSON.readTree(exchange.getRequestBody().readAllBytes()).path("schema").asText();
    synchronized (schemas) {
      int id =
          schemas.entrySet().stream()
              .filter(known -> known.getValue().equals(schema))
              .map(Map.Entry::getKey)
              .findFirst()
              .orElse(schemas.size() + 1);
      schemas.put(id, schema);
      send(exchange, 200, Map.of("id", id));
    }
  }

  private void schema(HttpExchange exchange) throws IOException {
    questions.incrementAndGet();
    String path = exchange.getRequestURI().getPath();
    int id = Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
    int status = failing.getOrDefault(id, schemas.containsKey(id) ? 200 : 404);
    if (status == 200) {
      send(exchange, status, Map.of("schema", schemas.getOrDefault(id, "")));
    } else {
      send(exchange, status, Map.of("error_code", status * 100 + 3, "message", "no schema " + id));
    }
  }

  private static void send(HttpExchange exchange, int status, Map<String, ?> body)
      throws IOException {
    byte[] bytes = JSON.writeValueAsString(body).getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
