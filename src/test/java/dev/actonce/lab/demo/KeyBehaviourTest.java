package dev.actonce.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The simulated provider plays each profile, over real sockets. */
class KeyBehaviourTest {
  private static final String BODY =
      "{\"customer_id\":\"cus_1\",\"amount\":149.00,\"currency\":\"EUR\"}";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));

  @TempDir Path directory = Path.of("set by JUnit");

  /** A charge that was answered 500: what its key is answered, and the charges there are then. */
  @ParameterizedTest
  @CsvSource({
    "IETF_DRAFT,      200, 1",
    "STRIPE,          500, 1",
    "STORES_2XX_ONLY, 200, 2",
    "SHORT_LIVED_KEY, 200, 2"
  })
  void treatsAnErrorAfterTheCharge(KeyBehaviour keys, int repeated, int charges) throws Exception {
    try (PaymentProvider provider = open(keys)) {
      provider.failNext(1);

      assertThat(post(provider, BODY)).isEqualTo(500);
      assertThat(post(provider, BODY)).isEqualTo(repeated);
      assertThat(post(provider, BODY)).isEqualTo(repeated);
      assertThat(provider.charges()).hasSize(charges);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "IETF_DRAFT,      422",
    "STRIPE,          400",
    "STORES_2XX_ONLY, 422",
    "SHORT_LIVED_KEY, 200"
  })
  void treatsAnotherBodyUnderTheKey(KeyBehaviour keys, int status) throws Exception {
    try (PaymentProvider provider = open(keys)) {
      post(provider, BODY);

      assertThat(post(provider, BODY.replace("149", "159"))).isEqualTo(status);
      assertThat(provider.charges()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "STRIPE,          1439, 1",
    "STRIPE,          1440, 2",
    "STORES_2XX_ONLY, 1439, 1",
    "STORES_2XX_ONLY, 1440, 2",
    "SHORT_LIVED_KEY, 29,   1",
    "SHORT_LIVED_KEY, 30,   2"
  })
  void forgetsAKeyWhenItsLifeIsOver(KeyBehaviour keys, int minutes, int charges) throws Exception {
    try (PaymentProvider provider = open(keys)) {
      post(provider, BODY);
      now.updateAndGet(then -> then.plus(Duration.ofMinutes(minutes)));
      post(provider, BODY);

      assertThat(provider.charges()).hasSize(charges);
    }
  }

  private PaymentProvider open(KeyBehaviour keys) {
    return PaymentProvider.open(
        new ProviderSettings(0, directory.resolve("charges"), 7, 0, keys, Duration.ZERO), now::get);
  }

  private int post(PaymentProvider provider, String body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(provider.chargesUri())
            .header("Idempotency-Key", "k1")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
  }
}
