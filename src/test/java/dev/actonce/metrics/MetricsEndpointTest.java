package dev.actonce.metrics;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.testing.Scrape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsEndpointTest {
  private volatile List<Health.Part> parts =
      List.of(new Health.Part("gate", true, false, "restores \"actonce-open\"\n"));
  private final MetricsEndpoint endpoint =
      MetricsEndpoint.start("127.0.0.1", 0, () -> "actonce_up 1\n", () -> parts);
  private final Scrape scrape = new Scrape(endpoint.url());

  @AfterEach
  void stop() {
    endpoint.close();
  }

  @Test
  void servesTheMetricsAsPrometheusWantsThem() {
    HttpResponse<String> answer = scrape.get("/metrics");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type"))
        .contains("text/plain; version=0.0.4; charset=utf-8");
    assertThat(answer.body()).isEqualTo("actonce_up 1\n");
  }

  @Test
  void saysThatItIsLiveButNotReadyAndWhy() {
    assertThat(scrape.get("/health/live").statusCode()).isEqualTo(200);
    assertThat(scrape.get("/health/live").body()).contains("\"status\":\"up\"");
    HttpResponse<String> ready = scrape.get("/health/ready");

    assertThat(ready.statusCode()).isEqualTo(503);
    assertThat(ready.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(ready.body())
        .isEqualTo(
            "{\"status\":\"down\",\"parts\":[{\"part\":\"gate\",\"status\":\"down\",\"reason\":"
                + "\"restores \\u0022actonce-open\\u0022\\u000a\"}]}\n");
  }

  @Test
  void isNotWellWhenOneOfItsPartsIsNot() {
    parts =
        List.of(
            new Health.Part("gate", true, true, ""), new Health.Part("executor", false, false, ""));
    assertThat(scrape.get("/health/live").statusCode()).isEqualTo(503);

    parts = List.of(new Health.Part("gate", true, true, ""));
    assertThat(scrape.get("/health/ready").statusCode()).isEqualTo(200);
  }

  @Test
  void isWellWithoutAPartThatNobodyWaitsFor() {
    parts =
        List.of(
            new Health.Part("gate", true, true, ""),
            Health.Part.aside("suspects", false, false, "is started again"));

    assertThat(scrape.get("/health/live").statusCode()).isEqualTo(200);
    assertThat(scrape.get("/health/ready").statusCode()).isEqualTo(200);
    assertThat(scrape.get("/health/ready").body())
        .contains("\"part\":\"suspects\",\"status\":\"down\"", "is started again");
  }

  @Test
  void isNotReadyBeforeItHasParts() {
    parts = List.of();

    assertThat(scrape.get("/health/ready").statusCode()).isEqualTo(503);
  }

  @Test
  void answersNothingElse() {
    assertThat(scrape.get("/").statusCode()).isEqualTo(404);
    assertThat(scrape.get("/metrics/more").statusCode()).isEqualTo(404);
    assertThat(scrape.send("POST", "/metrics").statusCode()).isEqualTo(405);
    assertThat(scrape.send("HEAD", "/metrics").body()).isEmpty();
  }

  @Test
  void saysWhichSettingToChangeWhenThePortIsTaken() {
    int taken = URI.create(endpoint.url()).getPort();

    assertThatThrownBy(() -> MetricsEndpoint.start("127.0.0.1", taken, () -> "", List::of))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContainingAll("127.0.0.1:" + taken, "metrics-port");
  }

  @Test
  void answersWhileFiftySocketsHoldHalfARequest() throws IOException {
    List<Socket> held = new ArrayList<>();
    try {
      for (int i = 0; i < 50; i++) {
        Socket socket =
            new Socket(InetAddress.getLoopbackAddress(), URI.create(endpoint.url()).getPort());
        held.add(socket);
        socket.getOutputStream().write("GET /health/live HTTP/1.1\r\nHos".getBytes(US_ASCII));
      }
      assertThat(scrape.get("/health/live").statusCode()).isEqualTo(200);
      assertThat(scrape.get("/metrics").statusCode()).isEqualTo(200);
    } finally {
      for (Socket socket : held) {
        socket.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost:9", "127.0.0.1", "[::1]:9", "10.1.2.3:9", "LOCALHOST", "[fe80::1]"})
  void answersUnderTheNamesOfALoopbackAddress(String host) throws IOException {
    assertThat(status(endpoint, host)).isEqualTo(200);
  }

  /** A page in a browser can let its own name point here, and would then read the answer. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:9",
        "localhost.evil.example",
        "127.0.0.1.evil",
        "1.2.3"
      })
  void refusesForeignNamesOnALoopbackAddress(String host) throws IOException {
    assertThat(status(endpoint, host)).isEqualTo(421);
  }

  @Test
  void answersUnderAnyNameOnAPublicAddress() throws IOException {
    try (MetricsEndpoint open = MetricsEndpoint.start("0.0.0.0", 0, () -> "", () -> parts)) {
      assertThat(status(open, "gate-1.gates.svc:9")).isEqualTo(200);
    }
  }

  private static int status(MetricsEndpoint endpoint, String host) throws IOException {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), URI.create(endpoint.url()).getPort())) {
      String request = "GET /metrics HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);
      return Integer.parseInt(answer.split(" ", 3)[1]);
    }
  }

  @Test
  void answersNoMoreOnceItIsClosed() {
    endpoint.close();

    assertThatThrownBy(() -> scrape.get("/metrics")).isInstanceOf(UncheckedIOException.class);
  }
}
