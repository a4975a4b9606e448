package dev.actonce.tool;

import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Flow;

/**
 * A request body that knows whether the client began to send it: the client subscribes only after
 * connect, TLS handshake and headers. So "not begun" proves that no complete request was sent.
 * Thread-safe.
 */
final class SendProbe implements HttpRequest.BodyPublisher {
  private final HttpRequest.BodyPublisher body;
  private volatile boolean begun;

  SendProbe(String text) {
    this.body = HttpRequest.BodyPublishers.ofByteArray(text.getBytes(StandardCharsets.UTF_8));
  }

  boolean begun() {
    return begun;
  }

  @Override
  public long contentLength() {
    return body.contentLength();
  }

  @Override
  public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
    begun = true;
    body.subscribe(subscriber);
  }
}
