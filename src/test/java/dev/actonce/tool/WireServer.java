package dev.actonce.tool;

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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * An HTTP server down to the socket: it records each complete request and then lets a script do
 * anything to the connection, such as a reset or half an answer. Thread-safe.
 */
final class WireServer implements AutoCloseable {
  /** What to do with a connection after a request. */
  interface Script {
    /** Handles the n-th request (from 1) of the server; returns whether the connection goes on. */
    boolean answer(Socket socket, int number) throws IOException;
  }

  private final ServerSocket listener;
  private final Script script;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  WireServer(Script script) {
    this.script = script;
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.execute(this::acceptAll);
  }

  /** Answers every request with these bytes and keeps the connection. */
  static WireServer answering(String answer) {
    return new WireServer(
        (socket, number) -> {
          write(socket, answer);
          return true;
        });
  }

  static String ok(String contentType, String body) {
    return "HTTP/1.1 200 OK\r\nContent-Type: "
        + contentType
        + "\r\nContent-Length: "
        + body.getBytes(StandardCharsets.UTF_8).length
        + "\r\n\r\n"
        + body;
  }

  static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  /** Closes with RST instead of FIN. */
  static boolean reset(Socket socket) throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
    return false;
  }

  String url(String path) {
    return "http://127.0.0.1:" + listener.getLocalPort() + path;
  }

  int port() {
    return listener.getLocalPort();
  }

  /** All complete requests so far: head and body. */
  List<String> requests() {
    return requests;
  }

  @Override
  public void close() {
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
        threads.execute(() -> serve(socket));
      } catch (IOException e) {
        return; // Closed.
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      boolean open = true;
      while (open) {
        String request = read(in);
        if (request.isEmpty()) {
          return;
        }
        requests.add(request);
        open = script.answer(socket, requests.size());
      }
    } catch (IOException e) {
      // The client went away, or the script closed the socket: both are part of a test.
    }
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
