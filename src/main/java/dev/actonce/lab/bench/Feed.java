package dev.actonce.lab.bench;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Reads what comes out of a lane, on one thread of its own, and lets it land. Thread-safe; owns its
 * consumer.
 */
final class Feed implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

  private final Consumer<byte[], byte[]> consumer;
  private final Reader reader;
  private final Thread thread;
  private final AtomicReference<@Nullable Flights> flights = new AtomicReference<>();
  private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
  private volatile boolean stopping;

  /** Tells what a record says. */
  @FunctionalInterface
  interface Reader {
    Landing read(ConsumerRecord<byte[], byte[]> record);
  }

  /** A flight, and how it ended. */
  record Landing(long flight, OutcomeStatus status) {}

  private Feed(Consumer<byte[], byte[]> consumer, Reader reader, String name) {
    this.consumer = consumer;
    this.reader = reader;
    this.thread = new Thread(this::run, name);
  }

  /**
   * Starts at the end of the partitions: what is written after return is read.
   *
   * @param consumer is closed with the feed
   */
  static Feed start(
      Consumer<byte[], byte[]> consumer,
      List<TopicPartition> partitions,
      Reader reader,
      String name) {
    Feed feed = new Feed(consumer, reader, name);
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position); // Seeking is lazy; this is when it happens.
    feed.thread.start();
    return feed;
  }

  /**
   * From now on, records land here.
   *
   * @throws RuntimeException what ended the feed, if it has ended
   */
  void landAt(Flights landing) {
    flights.set(landing);
    RuntimeException cause = failure.get();
    if (cause != null) {
      throw cause;
    }
  }

  private void run() {
    try (consumer) {
      while (!stopping) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          take(record);
        }
      }
    } catch (WakeupException e) {
      // Closed.
    } catch (RuntimeException e) { // The top of the thread: the sender tells it.
      fail(e);
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    Flights landing = flights.get();
    if (landing != null) {
      Landing landed = reader.read(record);
      landing.land(landed.flight(), landed.status(), System.nanoTime());
    }
  }

  private void fail(RuntimeException cause) {
    failure.set(cause);
    Flights landing = flights.get();
    if (landing != null) {
      landing.fail(
          new ActOnceException(
              ErrorCode.BROKER_UNAVAILABLE,
              thread.getName() + " cannot read any more: " + cause,
              cause));
    }
  }

  @Override
  public void close() {
    stopping = true;
    consumer.wakeup();
    try {
      thread.join(CLOSE_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
