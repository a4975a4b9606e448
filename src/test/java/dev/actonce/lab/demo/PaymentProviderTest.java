package dev.actonce.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Over real sockets. */
class PaymentProviderTest {
  private static final String BODY =
      "{\"customer_id\":\"cus_1\",\"amount\":149.00,\"currency\":\"EUR\",\"invoice\":\"INV-1\"}";
  private static final long SEED = 7;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @TempDir Path directory = Path.of("set by JUnit");
  private Path log = Path.of("set below");

  @BeforeEach
  void setUp() {
    log = directory.resolve("charges.jsonl");
  }

  @Test
  void chargesOncePerKeyAndReplaysTheStoredAnswer() throws Exception {
    try (PaymentProvider provider = open(0)) {
      HttpResponse<String> first = post(provider, "k1", BODY);
      HttpResponse<String> again = post(provider, "k1", BODY);

      assertThat(first.statusCode()).isEqualTo(200);
      assertThat(first.body())
          .contains("\"id\":\"ch_00000001\"", "\"status\":\"succeeded\"", "\"amount\":149,");
      assertThat(again.body()).isEqualTo(first.body());
      assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
      assertThat(provider.stats()).isEqualTo(new PaymentProvider.Stats(2, 1, 1, 0));
    }
  }

  @Test
  void chargesEveryTimeWithoutAKey() throws Exception {
    try (PaymentProvider provider = open(0)) {
      post(provider, null, BODY);
      post(provider, null, BODY);

      assertThat(provider.charges()).hasSize(2);
    }
  }

  @Test
  void refusesAKeyWithAnotherBodyAndChargesNothing() throws Exception {
    try (PaymentProvider provider = open(0)) {
      post(provider, "k1", BODY);

      HttpResponse<String> reuse = post(provider, "k1", BODY.replace("149.00", "159.00"));

      assertThat(reuse.statusCode()).isEqualTo(422);
      assertThat(reuse.body()).contains("idempotency_key_reused", "ch_00000001");
      assertThat(provider.charges()).hasSize(1);
    }
  }

  @Test
  void refusesWhatIsNoCharge() throws Exception {
    try (PaymentProvider provider = open(0)) {
      List<String> bodies =
          List.of(
              "",
              "[]",
              "{}",
              BODY.replace("149.00", "-1"),
              BODY.replace("149.00", "1e300"),
              BODY.replace("149.00", "\"149\""));
      for (String body : bodies) {
        assertThat(post(provider, "k", body).statusCode()).as(body).isEqualTo(400);
      }
      assertThat(provider.charges()).isEmpty();
    }
  }

  @Test
  void commitsThenDropsTheAnswer() throws Exception {
    try (PaymentProvider provider = open(1)) {
      assertThatThrownBy(() -> post(provider, "k1", BODY)).isInstanceOf(IOException.class);

      assertThat(Files.readAllLines(log)).singleElement().asString().contains("\"key\":\"k1\"");
      assertThat(provider.stats().lostResponses()).isEqualTo(1);
    }
  }

  @Test
  void losesNoMoreThanTwoAnswersInARowSoThatARetrySucceeds() throws Exception {
    try (PaymentProvider provider = open(1)) {
      assertThatThrownBy(() -> post(provider, "k1", BODY)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> post(provider, "k1", BODY)).isInstanceOf(IOException.class);

      assertThat(post(provider, "k1", BODY).body()).contains("ch_00000001");
      assertThat(provider.charges()).hasSize(1);
    }
  }

  @Test
  void losesNothingOnceTold() throws Exception {
    try (PaymentProvider provider = open(1)) {
      provider.loseNoMore();

      assertThat(post(provider, "k1", BODY).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void remembersItsChargesAfterARestart() throws Exception {
    String before;
    try (PaymentProvider provider = open(0)) {
      before = post(provider, "k1", BODY).body();
      post(provider, null, BODY);
    }
    Files.writeString(log, "{\"id\":\"ch_0000", StandardOpenOption.APPEND); // Cut short by a crash.

    try (PaymentProvider restarted = open(0)) {
      assertThat(post(restarted, "k1", BODY).body()).isEqualTo(before);
      assertThat(post(restarted, "k1", BODY.replace("149", "1")).statusCode()).isEqualTo(422);
      assertThat(post(restarted, "k2", BODY).body()).contains("ch_00000003");
      assertThat(Files.readAllLines(log)).hasSize(3);
    }
  }

  @Test
  void refusesBooksThatItCannotRead() throws Exception {
    Files.writeString(log, "not a charge\n");

    assertThatThrownBy(() -> open(0))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("line 1 is no charge");
  }

  @Test
  void listsChargesByKeyAndInvoice() throws Exception {
    try (PaymentProvider provider = open(0)) {
      post(provider, "v1.a/1", BODY);

      assertThat(get(provider, "?key=v1.a%2F1").body()).contains("\"data\":[{\"id\":\"ch_00000001");
      assertThat(get(provider, "?invoice=INV-1").body()).contains("ch_00000001");
      assertThat(get(provider, "?key=other").body()).contains("\"data\":[]");
      assertThat(get(provider, "").statusCode()).isEqualTo(400);
    }
  }

  @Test
  void tellsItsNumbersOverHttp() throws Exception {
    try (PaymentProvider provider = open(0)) {
      post(provider, "k1", BODY);
      URI stats = provider.chargesUri().resolve("/stats");

      assertThat(send(HttpRequest.newBuilder(stats)).body())
          .isEqualTo("{\"requests\":1,\"charges\":1,\"replays\":0,\"lost_responses\":0}");
    }
  }

  @Test
  void chargesOnceHoweverManyAskAtOnce() {
    try (PaymentProvider provider = open(0)) {
      List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        answers.add(
            client.sendAsync(request(provider, "k1", BODY), HttpResponse.BodyHandlers.ofString()));
      }
      Set<String> bodies =
          answers.stream().map(answer -> answer.join().body()).collect(Collectors.toSet());

      assertThat(bodies).hasSize(1);
      assertThat(provider.charges()).hasSize(1);
    }
  }

  private PaymentProvider open(double lostResponses) {
    return PaymentProvider.open(
        new ProviderSettings(0, log, SEED, lostResponses, Duration.ofMillis(2)));
  }

  private HttpResponse<String> post(PaymentProvider provider, @Nullable String key, String body)
      throws IOException, InterruptedException {
    return client.send(request(provider, key, body), HttpResponse.BodyHandlers.ofString());
  }

  private static HttpRequest request(PaymentProvider provider, @Nullable String key, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(provider.chargesUri())
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (key != null) {
      request.header("Idempotency-Key", key);
    }
    return request.build();
  }

  private HttpResponse<String> get(PaymentProvider provider, String query)
      throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(provider.chargesUri() + query)));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
