package dev.actonce.topology;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.jspecify.annotations.Nullable;

/** Tells a listener how the restores go on. Thread-safe. */
final class Restores implements StateRestoreListener {
  private final GateListener listener;
  private final Map<TopicPartition, Long> remaining = new ConcurrentHashMap<>();

  Restores(GateListener listener) {
    this.listener = listener;
  }

  @Override
  public void onRestoreStart(TopicPartition at, String store, long start, long end) {
    remaining.put(at, Math.max(0, end - start));
    listener.restoring(store, at.partition(), Math.max(0, end - start));
  }

  @Override
  public void onBatchRestored(TopicPartition at, String store, long batchEnd, long restored) {
    @Nullable Long left =
        remaining.computeIfPresent(at, (p, before) -> Math.max(0, before - restored));
    listener.restoring(store, at.partition(), left == null ? 0 : left);
  }

  @Override
  public void onRestoreEnd(TopicPartition at, String store, long totalRestored) {
    remaining.remove(at);
    listener.restored(store, at.partition());
  }

  @Override
  public void onRestoreSuspended(TopicPartition at, String store, long totalRestored) {
    onRestoreEnd(at, store, totalRestored);
  }
}
