package dev.actonce.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.testing.Scrape;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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
  void answersNoMoreOnceItIsClosed() {
    endpoint.close();

    assertThatThrownBy(() -> scrape.get("/metrics")).isInstanceOf(UncheckedIOException.class);
  }
}
