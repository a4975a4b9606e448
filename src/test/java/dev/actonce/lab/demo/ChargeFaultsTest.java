package dev.actonce.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider whose charges are declined, or answered with an error after they were booked. */
class ChargeFaultsTest {
  private static final String BODY =
      "{\"customer_id\":\"cus_1\",\"amount\":149.00,\"currency\":\"EUR\",\"invoice\":\"INV-1\"}";

  private final HttpClient client = HttpClient.newHttpClient();

  @TempDir private Path directory;

  @Test
  void chargesNothingThatItDeclines() throws Exception {
    ChargeFaults declining =
        new ChargeFaults() {
          @Override
          public Reception received(Purchase purchase) {
            return Reception.DECLINED;
          }
        };
    try (PaymentProvider provider = open(declining)) {
      assertThat(put(provider)).isEqualTo(402);
      assertThat(provider.charges()).isEmpty();
    }
  }

  @Test
  void keepsAChargeThatItAnsweredWithAnError() throws Exception {
    ChargeFaults failing =
        new ChargeFaults() {
          @Override
          public Delivery booked(Purchase purchase) {
            return Delivery.ERROR;
          }
        };
    try (PaymentProvider provider = open(failing)) {
      assertThat(put(provider)).isEqualTo(500);
      assertThat(provider.charges()).hasSize(1);
    }
    assertThat(PaymentProvider.read(log())).hasSize(1);
  }

  @Test
  void chargesOnceHoweverOftenTheSameNameIsPut() throws Exception {
    try (PaymentProvider provider = open(ChargeFaults.NONE)) {
      assertThat(put(provider)).isEqualTo(200);
      assertThat(put(provider)).isEqualTo(200);
      assertThat(provider.charges()).hasSize(1);
    }
  }

  private PaymentProvider open(ChargeFaults faults) {
    return PaymentProvider.open(ProviderSettings.of(log(), 1, 0), faults);
  }

  private Path log() {
    return directory.resolve("charges.jsonl");
  }

  private int put(PaymentProvider provider) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(provider.chargesUri() + "/INV-1"))
            .PUT(HttpRequest.BodyPublishers.ofString(BODY))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
  }
}
