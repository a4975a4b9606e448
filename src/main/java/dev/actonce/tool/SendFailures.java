package dev.actonce.tool;

import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.ActionResult.Failed;
import dev.actonce.core.execution.ActionResult.Retry;
import dev.actonce.core.execution.ActionResult.Unknown;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * Classifies exchanges that gave no answer. Failed needs proof that no request was sent; the JDK's
 * client throws ConnectException and HttpConnectTimeoutException only before it has a connection.
 */
final class SendFailures {
  private static final int MAX_CAUSES = 10;

  private SendFailures() {}

  static ActionResult classify(Throwable failure, boolean bodyBegun) {
    if (has(failure, UnresolvedAddressException.class)
        || has(failure, UnknownHostException.class)) {
      return notSent("HOST_NOT_FOUND", "the host's name has no address", failure);
    }
    if (has(failure, HttpConnectTimeoutException.class)) {
      return notSent("CONNECT_TIMEOUT", "no connection within the connect timeout", failure);
    }
    if (has(failure, ConnectException.class)) {
      return notSent("CONNECTION_REFUSED", "the connection was refused", failure);
    }
    if (has(failure, SSLHandshakeException.class) && !bodyBegun) {
      return notSent("TLS_HANDSHAKE_FAILED", "the TLS handshake failed", failure);
    }
    if (has(failure, HttpTimeoutException.class) || has(failure, TimeoutException.class)) {
      return new Unknown("TIMEOUT", "no complete answer within the timeout");
    }
    return new Unknown(
        "CONNECTION_LOST", "the connection broke before a complete answer" + detail(failure));
  }

  private static Failed notSent(String code, String reason, Throwable failure) {
    return new Failed(code, reason + ", so nothing was sent" + detail(failure), Retry.LATER);
  }

  private static String detail(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isEmpty() ? "" : " (" + message + ")";
  }

  private static boolean has(Throwable failure, Class<? extends Throwable> type) {
    @Nullable Throwable cause = failure;
    for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
      if (type.isInstance(cause)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }
}
