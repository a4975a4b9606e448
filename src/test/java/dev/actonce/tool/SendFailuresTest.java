package dev.actonce.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.ActionResult.Failed;
import dev.actonce.core.execution.ActionResult.Retry;
import dev.actonce.core.execution.ActionResult.Unknown;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class SendFailuresTest {
  @Test
  void failsOnlyOnProofThatNothingWasSent() {
    assertFailed(new UnknownHostException("h"), "HOST_NOT_FOUND");
    assertFailed(
        caused(new ConnectException(), new UnresolvedAddressException()), "HOST_NOT_FOUND");
    assertFailed(new ConnectException("refused"), "CONNECTION_REFUSED");
    assertFailed(new HttpConnectTimeoutException("slow"), "CONNECT_TIMEOUT");
    assertFailed(new SSLHandshakeException("no"), "TLS_HANDSHAKE_FAILED");
  }

  @Test
  void doubtsATlsFailureOnceTheBodyWasBegun() {
    assertUnknown(SendFailures.classify(new SSLHandshakeException("x"), true), "CONNECTION_LOST");
  }

  @Test
  void doubtsEverythingElse() {
    assertUnknown(SendFailures.classify(new HttpTimeoutException("x"), false), "TIMEOUT");
    assertUnknown(SendFailures.classify(new TimeoutException(), false), "TIMEOUT");
    assertUnknown(SendFailures.classify(new IOException("reset"), false), "CONNECTION_LOST");
    assertUnknown(SendFailures.classify(new SSLException("x"), false), "CONNECTION_LOST");
    assertUnknown(SendFailures.classify(new ClosedChannelException(), false), "CONNECTION_LOST");
    assertUnknown(SendFailures.classify(new IllegalStateException(), false), "CONNECTION_LOST");
  }

  private static Throwable caused(Throwable failure, Throwable cause) {
    failure.initCause(cause);
    return failure;
  }

  private static void assertFailed(Throwable failure, String code) {
    assertThat(SendFailures.classify(failure, false))
        .isInstanceOfSatisfying(
            Failed.class,
            failed -> {
              assertThat(failed.code()).isEqualTo(code);
              assertThat(failed.retry()).isEqualTo(Retry.LATER);
            });
  }

  private static void assertUnknown(ActionResult result, String code) {
    assertThat(result)
        .isInstanceOfSatisfying(
            Unknown.class, unknown -> assertThat(unknown.code()).isEqualTo(code));
  }
}
