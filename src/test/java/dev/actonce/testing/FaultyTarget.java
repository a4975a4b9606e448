package dev.actonce.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A provider down to the socket, which loses answers in every way a network can. {@code POST
 * /effects} has an effect of the body's {@code name}, once per {@code Idempotency-Key} if there is
 * one; {@code GET /effects/NAME} finds it. Faults are planned by name and come after the effect.
 * Thread-safe.
 */
public final class FaultyTarget implements AutoCloseable {

  /** What happens to the answer once the effect is done. */
  public enum Fault {
    /** RST instead of an answer. */
    RESET,
    /** No answer, ever. */
    TIMEOUT,
    /** 500, which is stored under the key and replayed. */
    STORED_500,
    /** The effect is stored as a success, but a proxy in between answers 502. */
    PROXY_502,
    /** Head and half a body, then the end. */
    HALF_BODY,
    /** The whole answer, then RST at once. */
    RESET_AFTER_ANSWER,
    /** The connection is closed without a word. */
    CLOSE,
    /** The answer waits until the test lets it go. */
    HELD
  }

  /**
   * One request for an effect.
   *
   * @param name which effect
   * @param key provider key; null when none was sent
   * @param numberOnConnection 1 for the first request on its connection
   */
  public record Post(String name, @Nullable String key, int numberOnConnection) {}

  private static final Pattern NAME = Pattern.compile("\"name\":\"([^\"]+)\"");
  private static final Pattern KEY =
      Pattern.compile("(?im)^idempotency-key:\\s*(\\S+)\\s*$", Pattern.CASE_INSENSITIVE);

  private final ServerSocket listener;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final Map<String, Queue<Fault>> plans = new ConcurrentHashMap<>();
  private final Map<String, Integer> effects = new ConcurrentHashMap<>();
  private final Map<String, Integer> storedStatus = new ConcurrentHashMap<>();
  private final List<Post> posts = new CopyOnWriteArrayList<>();

  public FaultyTarget() {
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.execute(this::acceptAll);
  }

  public String url() {
    return "http://127.0.0.1:" + listener.getLocalPort() + "/effects";
  }

  /** Loses the next answers about a name so; later ones arrive. */
  public void plan(String name, Fault... faults) {
    plans.put(name, new ConcurrentLinkedQueue<>(List.of(faults)));
  }

  /** Has the next effect of a name, and answers it only after {@link #release}. */
  public void hold(String name) {
    plan(name, Fault.HELD);
  }

  /** Answers what is held. */
  public void release() {
    released.countDown();
  }

  /** How often the effect of a name happened. */
  public int effects(String name) {
    return effects.getOrDefault(name, 0);
  }

  /** Requests for the effect of a name. */
  public List<Post> posts(String name) {
    return posts.stream().filter(post -> post.name().equals(name)).toList();
  }

  @Override
  public void close() {
    closing.countDown();
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.shutdownNow();
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        threads.execute(() -> serve(socket));
      } catch (IOException e) {
        return; // Closed.
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      int number = 0;
      boolean open = true;
      while (open) {
        String request = read(in);
        if (request.isEmpty()) {
          return;
        }
        number++;
        open = request.startsWith("GET ") ? find(socket, request) : effect(socket, request, number);
      }
    } catch (IOException e) {
      // The client went away: part of the tests.
    }
  }

  private boolean find(Socket socket, String request) throws IOException {
    String path = request.split(" ", 3)[1];
    String name = path.substring(path.lastIndexOf('/') + 1);
    write(
        socket,
        effects(name) > 0
            ? answer("200 OK", body(name))
            : answer("404 Not Found", "{\"error\":\"no such effect\"}"));
    return true;
  }

  private boolean effect(Socket socket, String request, int number) throws IOException {
    Matcher body = NAME.matcher(request);
    String name = body.find() ? body.group(1) : "nameless";
    Matcher header = KEY.matcher(request);
    String key = header.find() ? header.group(1) : null;
    posts.add(new Post(name, key, number));
    if (key == null || storedStatus.putIfAbsent(key, 200) == null) {
      effects.merge(name, 1, Integer::sum);
    }
    Queue<Fault> plan = plans.get(name);
    Fault fault = plan == null ? null : plan.poll();
    if (fault == null) {
      boolean error = key != null && storedStatus.getOrDefault(key, 200) == 500;
      write(socket, error ? answer("500 Oops", "{}") : answer("200 OK", body(name)));
      return true;
    }
    if (fault == Fault.STORED_500 && key != null) {
      storedStatus.put(key, 500);
    }
    return lose(socket, fault, name);
  }

  private boolean lose(Socket socket, Fault fault, String name) throws IOException {
    String whole = answer("200 OK", body(name));
    switch (fault) {
      case RESET -> reset(socket);
      case TIMEOUT -> await(closing);
      case HELD -> {
        await(released);
        write(socket, whole);
      }
      case STORED_500 -> {
        write(socket, answer("500 Oops", "{\"error\":\"oops\"}"));
        return true;
      }
      case PROXY_502 -> write(socket, answer("502 Bad Gateway", "<html>bad gateway</html>"));
      case HALF_BODY -> write(socket, whole.substring(0, whole.length() - 8));
      case RESET_AFTER_ANSWER -> {
        write(socket, whole);
        reset(socket);
      }
      case CLOSE -> {}
    }
    return false;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String body(String name) {
    return "{\"id\":\"ef_" + name + "\"}";
  }

  private static String answer(String status, String body) {
    return "HTTP/1.1 "
        + status
        + "\r\nContent-Type: application/json\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  private static void reset(Socket socket) throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  private static String read(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    while (!bytes.toString(StandardCharsets.UTF_8).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        return "";
      }
      bytes.write(next);
    }
    for (String line : bytes.toString(StandardCharsets.UTF_8).split("\r\n", -1)) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        bytes.writeBytes(in.readNBytes(Integer.parseInt(line.substring(15).strip())));
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
