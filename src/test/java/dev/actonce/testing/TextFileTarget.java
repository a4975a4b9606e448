package dev.actonce.testing;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/** Shows a file to Prometheus, as the node exporter shows the files that others write. */
public final class TextFileTarget implements AutoCloseable {
  private final HttpServer server;

  /**
   * @param file read anew at each look
   */
  public TextFileTarget(Path file) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext(
        "/metrics",
        exchange -> {
          byte[] bytes = Files.readAllBytes(file);
          exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/metrics";
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
