package dev.actonce.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RegistriesTest {
  @Test
  void pushesWhatItShowsToAnOtlpReceiver() throws Exception {
    LinkedBlockingQueue<String> received = new LinkedBlockingQueue<>();
    HttpServer receiver =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/v1/metrics",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          received.add(new String(body, StandardCharsets.ISO_8859_1));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    receiver.start();
    try {
      String url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/v1/metrics";
      Registries registries = Registries.pushedTo(url);
      SeriesTable table = new SeriesTable(registries.meters());
      registries.beforePush(
          () -> table.publish(Map.of(Series.of(Metric.REROUTES, "0", "pay"), 41)));
      registries.close(); // Pushes a last time.

      String pushed = received.poll(60, TimeUnit.SECONDS);
      assertThat(pushed).contains("actonce.reroutes", "partition", "pay", "service.name");
    } finally {
      receiver.stop(0);
    }
  }

  @Test
  void keepsTheBucketsOfAHistogramAsTheyAreListed() {
    Registries registries = Registries.pulled();
    registries.meters().timer(Series.of(Metric.GATE_DURATION));

    assertThat(Exposition.parse(registries.text()).samples().keySet())
        .filteredOn(sample -> sample.name().endsWith("_bucket"))
        .hasSize(Metric.GATE_DURATION.buckets().size() + 1)
        .anySatisfy(sample -> assertThat(sample.labels()).containsEntry("le", "0.005"));
  }
}
