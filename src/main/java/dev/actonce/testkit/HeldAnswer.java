package dev.actonce.testkit;

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The one answer of a connection that is handed on late. Confined to its event loop. */
final class HeldAnswer {
  private @Nullable ScheduledFuture<?> delivery;
  private @Nullable Object answer;

  /** Hands an answer on after a delay, unless it is dropped before. */
  void hold(ChannelHandlerContext client, Object newAnswer, long delayMs, Runnable deliver) {
    answer = newAnswer;
    delivery =
        client
            .executor()
            .schedule(
                () -> {
                  answer = null;
                  deliver.run();
                },
                delayMs,
                TimeUnit.MILLISECONDS);
  }

  boolean isHeld() {
    return answer != null;
  }

  /** The client is gone. */
  void drop() {
    if (delivery != null && answer != null && delivery.cancel(false)) {
      ReferenceCountUtil.release(answer);
      answer = null;
    }
  }
}
