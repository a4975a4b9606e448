package dev.actonce.tool;

import static dev.actonce.tool.WireServer.ok;
import static dev.actonce.tool.WireServer.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.ActionResult.Failed;
import dev.actonce.core.execution.ActionResult.Retry;
import dev.actonce.core.execution.ActionResult.Unknown;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Calls that take too long, and callers that are stopped. */
class HttpTimeoutTest {
  private static final Duration SHORT = Duration.ofMillis(300);

  /** Long enough for a new client to send a request and read the beginning of its answer. */
  private static final Duration UNTIL_BEGUN = Duration.ofSeconds(1);

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String CREATED = ok("application/json", "{\"id\":\"ch_1\"}");

  /** A full backlog lets the kernel drop every further connect. */
  @Test
  void failsWhenTheConnectTimesOut() throws IOException {
    try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket first = new Socket();
        Socket second = new Socket()) {
      first.connect(deaf.getLocalSocketAddress());
      second.connect(deaf.getLocalSocketAddress());

      assertFailed(
          Calls.handler(Calls.post("http://127.0.0.1:" + deaf.getLocalPort() + "/"))
              .execute(Calls.with("{}", SHORT)),
          "CONNECT_TIMEOUT");
    }
  }

  @Test
  void doubtsAnAnswerThatNeverComes() {
    assertUnknown(neverEnding(""), "TIMEOUT");
  }

  @Test
  void boundsABodyThatNeverEnds() {
    assertUnknown(neverEnding("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"id\":"), "TIMEOUT");
  }

  @Test
  void takesTheStatusForProofEvenWhenTheBodyNeverEnds() {
    assertThat(neverEnding("HTTP/1.1 402 No\r\nContent-Length: 99\r\n\r\ndecl"))
        .isEqualTo(new Failed("HTTP_402", "the provider answered 402: decl", Retry.NEVER));
  }

  @Test
  void doubtsAnInterruptedCallAndKeepsTheFlag() throws InterruptedException {
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    try (WireServer server =
        new WireServer(
            (socket, number) -> {
              arrived.countDown();
              await(over);
              return false;
            })) {
      AtomicReference<ActionResult> result = new AtomicReference<>();
      AtomicReference<Boolean> flag = new AtomicReference<>();
      Thread caller =
          new Thread(
              () -> {
                result.set(execute(server.url("/")));
                flag.set(Thread.currentThread().isInterrupted());
              });
      caller.start();
      await(arrived);
      caller.interrupt();
      caller.join(PATIENCE.toMillis());
      over.countDown();

      assertUnknown(result.get(), "INTERRUPTED");
      assertThat(flag.get()).isTrue();
    }
  }

  @Test
  void sendsNothingOnAnInterruptedThread() {
    try (WireServer server = WireServer.answering(CREATED)) {
      HttpActionHandler handler = Calls.handler(Calls.post(server.url("/")));
      Thread.currentThread().interrupt();
      ActionResult result = handler.execute(Calls.with("{}"));

      assertThat(Thread.interrupted()).isTrue();
      assertFailed(result, "INTERRUPTED");
      assertThat(server.requests()).isEmpty();
    }
  }

  private static ActionResult neverEnding(String beginning) {
    CountDownLatch over = new CountDownLatch(1);
    try (WireServer server =
        new WireServer(
            (socket, number) -> {
              write(socket, beginning);
              await(over);
              return false;
            })) {
      ActionResult result =
          Calls.handler(Calls.post(server.url("/"))).execute(Calls.with("{}", UNTIL_BEGUN));
      over.countDown();
      assertThat(server.requests()).hasSize(1);
      return result;
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static ActionResult execute(String url) {
    return Calls.handler(Calls.post(url)).execute(Calls.with("{}", PATIENCE));
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
