package dev.actonce.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A real HTTP target that counts its effects. With an {@code Idempotency-Key} it behaves like a
 * provider that honours keys; without one every request is an effect. Planned answers are used up
 * in order, then it answers properly.
 */
public final class CountingTarget implements AutoCloseable {

  /** How one request is answered. */
  public enum Plan {
    /** The effect happens and is answered. */
    ANSWER,
    /** The effect happens, then the connection is closed without an answer. */
    EFFECT_THEN_DROP,
    /** The effect happens, then 500 is answered. */
    EFFECT_THEN_500,
    /** Nothing happens and 402 is answered. */
    DECLINE,
    /** Nothing happens and 429 is answered. */
    BUSY
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ConcurrentLinkedQueue<Plan> plans = new ConcurrentLinkedQueue<>();
  private final Map<String, AtomicInteger> effects = new ConcurrentHashMap<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final List<String> keys = new CopyOnWriteArrayList<>();
  private volatile long delayMs;
  private volatile CountDownLatch held = new CountDownLatch(0);

  public CountingTarget() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/effects";
  }

  /** Answers the next requests so. */
  public void plan(Plan... next) {
    plans.addAll(List.of(next));
  }

  /** Lets every answer wait; real time, because the caller's time-out is real. */
  public void delayAnswers(long ms) {
    delayMs = ms;
  }

  /** Lets every answer from now on wait until {@link #release}, however long a look takes. */
  public void hold() {
    held = new CountDownLatch(1);
  }

  /** Answers what is held, and later requests as before. */
  public void release() {
    held.countDown();
  }

  /** Effects by identity: the provider key without its generation, or the body without a key. */
  public int effects() {
    return effects.values().stream().mapToInt(AtomicInteger::get).sum();
  }

  /** Most effects that any one identity had. */
  public int mostEffects() {
    return effects.values().stream().mapToInt(AtomicInteger::get).max().orElse(0);
  }

  public int requests() {
    return bodies.size();
  }

  public List<String> keys() {
    return List.copyOf(keys);
  }

  public List<String> bodies() {
    return List.copyOf(bodies);
  }

  private void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
    bodies.add(body);
    if (key != null) {
      keys.add(key);
    }
    Plan plan = plans.isEmpty() ? Plan.ANSWER : plans.remove();
    switch (plan) {
      case DECLINE -> answer(exchange, 402, "{\"error\":\"card_declined\"}");
      case BUSY -> answer(exchange, 429, "{\"error\":\"slow down\"}");
      case EFFECT_THEN_500 -> {
        happen(key, body);
        answer(exchange, 500, "{\"error\":\"oops\"}");
      }
      case EFFECT_THEN_DROP -> {
        happen(key, body);
        exchange.close();
      }
      case ANSWER -> {
        String id = happen(key, body);
        answer(exchange, 200, "{\"id\":\"" + id + "\",\"status\":\"succeeded\"}");
      }
    }
  }

  private String happen(String key, String body) {
    String identity = key == null ? body : key;
    AtomicInteger count = effects.computeIfAbsent(identity, k -> new AtomicInteger());
    if (key == null || count.get() == 0) {
      count.incrementAndGet();
    }
    return "ef_" + Integer.toHexString(identity.hashCode());
  }

  private void answer(HttpExchange exchange, int status, String body) throws IOException {
    pause();
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private void pause() {
    try {
      held.await();
      if (delayMs > 0) {
        new CountDownLatch(1).await(delayMs, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    release();
    server.stop(0);
    threads.shutdownNow();
  }
}
