package dev.actonce.testing;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Shows a text to Prometheus, as the node exporter shows the files that others write. */
public final class TextFileTarget implements AutoCloseable {
  private final HttpServer server;
  private volatile String text = "";

  public TextFileTarget() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext(
        "/metrics",
        exchange -> {
          byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  /** From the next look on, until it is told otherwise. */
  public void show(String metrics) {
    text = metrics;
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/metrics";
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
