package dev.actonce.tool;

import dev.actonce.core.outcome.AnswerLimits;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Reads an answer up to 1 MiB. A body that breaks off or is too large still yields an answer,
 * because its status may be a proof. Written by the HTTP client's reading thread; {@link #end} may
 * be called by any thread.
 */
final class AnswerReader implements HttpResponse.BodySubscriber<Answer> {
  static final int MAX_BYTES = AnswerLimits.RESULT_BYTES;

  private final HttpResponse.ResponseInfo info;
  private final CompletableFuture<Answer> answer = new CompletableFuture<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private Flow.@Nullable Subscription subscription;

  AnswerReader(HttpResponse.ResponseInfo info) {
    this.info = info;
  }

  @Override
  public CompletionStage<Answer> getBody() {
    return answer;
  }

  @Override
  public void onSubscribe(Flow.Subscription newSubscription) {
    subscription = newSubscription;
    newSubscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      int room = MAX_BYTES - bytes.size();
      byte[] part = new byte[Math.min(buffer.remaining(), room)];
      boolean tooLarge = buffer.remaining() > room;
      buffer.get(part);
      bytes.writeBytes(part);
      if (tooLarge) {
        end(Answer.Body.TOO_LARGE);
        if (subscription != null) {
          subscription.cancel();
        }
        return;
      }
    }
  }

  @Override
  public void onError(Throwable failure) {
    end(Answer.Body.BROKEN_OFF);
  }

  @Override
  public void onComplete() {
    end(Answer.Body.COMPLETE);
  }

  /** Ends the reading, unless it has ended already, and answers what there is. */
  Answer end(Answer.Body body) {
    String contentType = info.headers().firstValue("content-type").orElse("");
    answer.complete(new Answer(info.statusCode(), contentType, body, bytes.toByteArray()));
    return answer.join();
  }
}
