package dev.actonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.actonce.tool.FakeSmtpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Real connections through the proxy to a real target. */
final class FaultProxyIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private CountingBackend backend;
  private FaultProxy proxy;

  @BeforeEach
  void start() {
    backend = CountingBackend.start(0);
    proxy = start(FaultPlan.NONE, 1);
  }

  @AfterEach
  void stop() {
    proxy.close();
    backend.close();
  }

  @Test
  void handsOnWhatNoRuleIsAbout() throws Exception {
    proxy.inject(FaultRule.once(Fault.RESET, "invoice-7"));

    HttpResponse<String> answer = post("invoice-8", "k1");
    HttpResponse<String> again = post("invoice-8", "k1");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(answer.body()).contains("ef_00000001");
    assertThat(backend.effects("invoice-8")).isEqualTo(1);
  }

  @Test
  void dropsTheAnswerAfterTheEffectOnce() throws Exception {
    Injection injection = proxy.inject(FaultRule.once(Fault.DROP_RESPONSE, "invoice-7"));

    assertThatThrownBy(() -> post("invoice-7", "k1")).isInstanceOf(IOException.class);
    assertThat(backend.effects("invoice-7")).isEqualTo(1);
    assertThat(injection.fired()).isEqualTo(1);

    assertThat(post("invoice-7", "k1").statusCode()).isEqualTo(200);
    assertThat(backend.effects("invoice-7")).isEqualTo(1);
    assertThat(injection.fired()).isEqualTo(1);
    assertThat(injection.exchanges())
        .containsExactly(
            new Exchange("POST /pay", "200", Fault.DROP_RESPONSE),
            new Exchange("POST /pay", "200", Fault.PASS));
  }

  @Test
  void dropsARequestBeforeItsEffect() {
    proxy.inject(FaultRule.once(Fault.DROP_REQUEST, ""));

    assertThatThrownBy(() -> post("invoice-7", "k1")).isInstanceOf(IOException.class);
    assertThat(backend.effects("invoice-7")).isZero();
  }

  @Test
  void answersAServerErrorAfterTheEffect() throws Exception {
    proxy.inject(FaultRule.once(Fault.SERVER_ERROR, ""));

    assertThat(post("invoice-7", "k1").statusCode()).isEqualTo(503);
    assertThat(backend.effects("invoice-7")).isEqualTo(1);
  }

  @Test
  void delaysAnAnswerPastTheCallersTimeout() throws Exception {
    proxy.inject(FaultRule.delayOnce(Duration.ofSeconds(60), "invoice-7"));
    // The first request of a client takes longest: it must reach the target before its timeout.
    assertThat(post("invoice-8", "k0").statusCode()).isEqualTo(200);

    assertThatThrownBy(
            () ->
                client.send(
                    request("invoice-7", "k1").timeout(Duration.ofSeconds(2)).build(),
                    HttpResponse.BodyHandlers.ofString()))
        .isInstanceOf(java.net.http.HttpTimeoutException.class);
    await().atMost(PATIENCE).until(() -> backend.effects("invoice-7") == 1);
    assertThat(post("invoice-7", "k1").statusCode()).isEqualTo(200);
  }

  @Test
  void cutsTheBodyInTheMiddle() throws Exception {
    proxy.inject(FaultRule.once(Fault.CUT_BODY, ""));

    String raw = raw("invoice-7");

    assertThat(raw).contains("200 OK").containsIgnoringCase("content-length: 20");
    assertThat(raw.substring(raw.indexOf("\r\n\r\n") + 4)).isEqualTo("{\"id\":\"ef_");
    assertThat(backend.effects("invoice-7")).isEqualTo(1);
  }

  @Test
  void resetsTheConnectionInsteadOfClosingIt() {
    proxy.inject(FaultRule.once(Fault.RESET, ""));

    assertThatThrownBy(() -> raw("invoice-7"))
        .isInstanceOf(SocketException.class)
        .hasMessageContaining("reset");
    assertThat(backend.effects("invoice-7")).isEqualTo(1);
  }

  @Test
  void hitsTheSameShareOfRequestsForTheSameSeed() throws Exception {
    FaultPlan plan = FaultPlan.parse("[{fault: server_error, share: 0.5, times: 100}]");
    assertThat(statuses(plan, 7))
        .isEqualTo(statuses(plan, 7))
        .isNotEqualTo(statuses(plan, 8))
        .contains("503", "200");
  }

  @Test
  void answersItsStatisticsOnTheControlPath() throws Exception {
    proxy.inject(FaultRule.once(Fault.SERVER_ERROR, ""));
    post("invoice-7", "k1");

    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(URI.create(proxy.url() + FaultProxy.CONTROL_PATH)).build(),
            HttpResponse.BodyHandlers.ofString());

    assertThat(answer.body()).contains("\"requests\":1", "\"server_error\":1", "\"fired\":1");
  }

  @Test
  void saysThatTheTargetIsNotThere() throws Exception {
    backend.close();

    assertThat(post("invoice-7", "k1").statusCode()).isEqualTo(502);
  }

  @Test
  void losesTheAnswerAfterTheFinalDot() throws Exception {
    try (FakeSmtpServer server = new FakeSmtpServer(FakeSmtpServer.Ending.CONFIRM);
        FaultProxy smtp =
            FaultProxy.start(
                0,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()),
                ProxyWire.smtp(),
                FaultPlan.parse("[{fault: drop_response, contains: hello}]"),
                1)) {
      assertThat(mail(smtp)).isEqualTo("220 fake|250 ok|250 ok|250 ok|354 go on|null|");
      assertThat(mail(smtp)).isEqualTo("220 fake|250 ok|250 ok|250 ok|354 go on|250 delivered|");
      assertThat(server.delivered()).hasSize(2);
    }
  }

  private FaultProxy start(FaultPlan plan, long seed) {
    return FaultProxy.start(0, backend.address(), ProxyWire.http(), plan, seed);
  }

  private String statuses(FaultPlan plan, long seed) throws Exception {
    proxy.close();
    proxy = start(plan, seed);
    StringBuilder statuses = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      statuses.append(post("invoice-7", "k1").statusCode()).append(' ');
    }
    return statuses.toString();
  }

  private HttpResponse<String> post(String invoice, String key) throws Exception {
    return client.send(request(invoice, key).build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String invoice, String key) {
    return HttpRequest.newBuilder(URI.create(proxy.url() + "/pay"))
        .header("Idempotency-Key", key)
        .POST(HttpRequest.BodyPublishers.ofString("{\"invoice\":\"" + invoice + "\"}"));
  }

  /** Everything that arrives until the end of the connection. */
  private String raw(String body) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.address().getPort())) {
      socket
          .getOutputStream()
          .write(
              ("POST /pay HTTP/1.1\r\nHost: x\r\nContent-Length: "
                      + body.length()
                      + "\r\n\r\n"
                      + body)
                  .getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  private static String mail(FaultProxy proxy) throws IOException {
    StringBuilder answers = new StringBuilder();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.address().getPort())) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      answers.append(in.readLine()).append('|');
      for (String line :
          new String[] {
            "EHLO x", "MAIL FROM:<a@x>", "RCPT TO:<b@x>", "DATA", "Subject: hello\r\n\r\nhi\r\n."
          }) {
        socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
        answers.append(in.readLine()).append('|');
      }
    }
    return answers.toString();
  }
}
