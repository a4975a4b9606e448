package dev.actonce.tool;

import static dev.actonce.tool.WireServer.ok;
import static dev.actonce.tool.WireServer.reset;
import static dev.actonce.tool.WireServer.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.catalog.HttpSpec;
import dev.actonce.catalog.HttpTarget;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.ActionResult.Failed;
import dev.actonce.core.execution.ActionResult.Retry;
import dev.actonce.core.execution.ActionResult.Succeeded;
import dev.actonce.core.execution.ActionResult.Unknown;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What breaks between us and the provider, on real sockets: exactly one request, no guess. */
class HttpFaultTest {
  private static final String CREATED = ok("application/json", "{\"id\":\"ch_1\"}");

  @Test
  void failsWhenTheConnectionIsRefused() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    assertFailed(execute("http://127.0.0.1:" + port + "/"), "CONNECTION_REFUSED");
  }

  @Test
  void failsWhenTheHostHasNoAddress() {
    assertFailed(execute("http://nowhere.invalid/"), "HOST_NOT_FOUND");
  }

  /** A TLS server without a certificate has no cipher in common with anybody. */
  @Test
  void failsWhenTheTlsHandshakeFails() throws Exception {
    try (ServerSocket server =
        SSLServerSocketFactory.getDefault()
            .createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread accepting = new Thread(() -> shakeHands(server));
      accepting.start();

      assertFailed(
          execute("https://127.0.0.1:" + server.getLocalPort() + "/"), "TLS_HANDSHAKE_FAILED");
      accepting.join(2_000);
    }
  }

  @Test
  void doubtsAResetAfterTheRequestAndSendsNoSecondOne() {
    try (WireServer server = new WireServer((socket, number) -> reset(socket))) {
      assertUnknown(execute(server.url("/")), "CONNECTION_LOST");
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void doubtsACloseAfterTheRequestAndSendsNoSecondOne() {
    try (WireServer server = new WireServer((socket, number) -> false)) {
      assertUnknown(execute(server.url("/")), "CONNECTION_LOST");
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void sendsAPostOnceWhenAKeptConnectionClosesOnTheSecondRequest() {
    try (WireServer server = keepAliveThen(socket -> false)) {
      HttpActionHandler handler = Calls.handler(Calls.post(server.url("/")));

      assertThat(handler.execute(Calls.with("{}"))).isInstanceOf(Succeeded.class);
      assertUnknown(handler.execute(Calls.with("{}")), "CONNECTION_LOST");
      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  void sendsAPostOnceWhenAKeptConnectionIsResetOnTheSecondRequest() {
    try (WireServer server = keepAliveThen(WireServer::reset)) {
      HttpActionHandler handler = Calls.handler(Calls.post(server.url("/")));

      assertThat(handler.execute(Calls.with("{}"))).isInstanceOf(Succeeded.class);
      assertUnknown(handler.execute(Calls.with("{}")), "CONNECTION_LOST");
      assertThat(server.requests()).hasSize(2);
    }
  }

  /** The JDK's own behaviour: why the catalog refuses GET for tools with effects. */
  @Test
  void mayRepeatAGetOnAKeptConnection() {
    try (WireServer server = keepAliveThen(socket -> false)) {
      HttpActionHandler handler = Calls.handler(HttpSpec.of(HttpTarget.of("GET", server.url("/"))));

      handler.execute(Calls.with("{}"));
      assertThat(handler.execute(Calls.with("{}"))).isInstanceOf(Succeeded.class);
      assertThat(server.requests()).hasSize(3);
    }
  }

  /** The reset may overtake the answer on the way; then doubt is right, but never a second POST. */
  @Test
  void sendsAPostOnceWhenAResetFollowsTheAnswer() {
    try (WireServer server =
        new WireServer(
            (socket, number) -> {
              write(socket, CREATED);
              return reset(socket);
            })) {
      assertThat(execute(server.url("/"))).isNotInstanceOf(Failed.class);
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void acceptsAnAnswerThatWasReadBeforeTheReset() {
    CountDownLatch answered = new CountDownLatch(1);
    try (WireServer server =
        new WireServer(
            (socket, number) -> {
              write(socket, CREATED);
              await(answered);
              return reset(socket);
            })) {
      assertThat(execute(server.url("/"))).isEqualTo(new Succeeded("{\"id\":\"ch_1\"}", "ch_1"));
      answered.countDown();
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void doubtsHalfABody() {
    try (WireServer server = dying("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"id\":")) {
      assertUnknown(execute(server.url("/")), "MALFORMED_ANSWER");
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void doubtsHalfAChunkedBody() {
    try (WireServer server =
        dying("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n{\"id\":\r\n")) {
      assertUnknown(execute(server.url("/")), "MALFORMED_ANSWER");
    }
  }

  @Test
  void doubtsHalfAHead() {
    try (WireServer server = dying("HTTP/1.1 200 OK\r\nContent-")) {
      assertUnknown(execute(server.url("/")), "CONNECTION_LOST");
    }
  }

  @Test
  void takesTheStatusForProofEvenWhenTheBodyBreaksOff() {
    try (WireServer server = dying("HTTP/1.1 402 No\r\nContent-Length: 99\r\n\r\ndecl")) {
      assertThat(execute(server.url("/")))
          .isEqualTo(new Failed("HTTP_402", "the provider answered 402: decl", Retry.NEVER));
    }
  }

  @Test
  void doubtsWhatIsNoHttp() {
    try (WireServer server = dying("SSH-2.0-OpenSSH_9.6\r\n\r\n")) {
      assertUnknown(execute(server.url("/")), "CONNECTION_LOST");
    }
  }

  private static void shakeHands(ServerSocket server) {
    try (SSLSocket socket = (SSLSocket) server.accept()) {
      socket.startHandshake();
    } catch (IOException e) {
      // The failure is the point.
    }
  }

  private interface Ending {
    boolean end(Socket socket) throws IOException;
  }

  /** Answers all requests but the second, whose connection ends. */
  private static WireServer keepAliveThen(Ending ending) {
    return new WireServer(
        (socket, number) -> {
          if (number == 2) {
            return ending.end(socket);
          }
          write(socket, CREATED);
          return true;
        });
  }

  /** Answers with this text and closes. */
  private static WireServer dying(String text) {
    return new WireServer(
        (socket, number) -> {
          write(socket, text);
          return false;
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static ActionResult execute(String url) {
    return Calls.handler(Calls.post(url)).execute(Calls.with("{}"));
  }

  private static void assertFailed(ActionResult result, String code) {
    assertThat(result)
        .isInstanceOfSatisfying(
            Failed.class,
            failed -> {
              assertThat(failed.code()).isEqualTo(code);
              assertThat(failed.retry()).isEqualTo(Retry.LATER);
            });
  }

  private static void assertUnknown(@Nullable ActionResult result, String code) {
    assertThat(result)
        .isInstanceOfSatisfying(
            Unknown.class, unknown -> assertThat(unknown.code()).isEqualTo(code));
  }
}
