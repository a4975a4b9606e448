package dev.actonce.testing;

import dev.actonce.metrics.Exposition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Fetches metrics and health over HTTP, as Prometheus and Kubernetes do. Thread-safe. */
public final class Scrape {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(TIMEOUT).version(HttpClient.Version.HTTP_1_1).build();

  private final URI metrics;

  /**
   * @param url of the metrics, as the process prints it
   */
  public Scrape(String url) {
    this.metrics = URI.create(url);
  }

  public Exposition metrics() {
    HttpResponse<String> response = get("/metrics");
    if (response.statusCode() != 200) {
      throw new IllegalStateException(response.statusCode() + " " + response.body());
    }
    return Exposition.parse(response.body());
  }

  /** Answer of a path of the same port. */
  public HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder(metrics.resolve(path)).timeout(TIMEOUT).build());
  }

  /** Answer to another method than GET. */
  public HttpResponse<String> send(String method, String path) {
    return send(
        HttpRequest.newBuilder(metrics.resolve(path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .timeout(TIMEOUT)
            .build());
  }

  private static HttpResponse<String> send(HttpRequest request) {
    try {
      return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
