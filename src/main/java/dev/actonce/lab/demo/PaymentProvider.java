package dev.actonce.lab.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A payment provider over real HTTP, with durable books and an unreliable line.
 *
 * <ul>
 *   <li>{@code POST /charges} commits a charge and answers 200. With an {@code Idempotency-Key}, a
 *       repeat gets the stored answer, and the same key with another body 422 (both as in the IETF
 *       Idempotency-Key draft). Without one, every request is a new charge. 400 means that nothing
 *       was charged. Other treatments of keys: {@link KeyBehaviour}.
 *   <li>{@code PUT /charges/NAME} does the same; the path is the key.
 *   <li>{@code GET /charges?key=..}, {@code ?invoice=..}: {@code {"data":[..]}}.
 *   <li>{@code GET /stats}: the numbers of {@link Stats}.
 * </ul>
 *
 * <p>A share of answers is lost after the commit: the connection closes without one. Thread-safe.
 */
public final class PaymentProvider implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PaymentProvider.class);
  private static final int THREADS = 32;
  private static final int MAX_QUEUED = 1024;
  private static final int BACKLOG = 1024;
  private static final long CLOSE_SECONDS = 5;

  private final HttpServer server;
  private final ThreadPoolExecutor threads;
  private final Thread forcing;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final ChargeLog log;
  private final ChargeBook book;
  private final ChargeEndpoint endpoint;

  /**
   * What the provider saw since it was opened.
   *
   * @param requests requests for charges, whatever came of them
   * @param charges charges in the books, restored ones too
   * @param replays repeats of a key that got the stored answer
   * @param lostResponses answers that were lost after the commit
   */
  public record Stats(long requests, int charges, long replays, long lostResponses) {
    ObjectNode toJson() {
      return DemoJson.object()
          .put("requests", requests)
          .put("charges", charges)
          .put("replays", replays)
          .put("lost_responses", lostResponses);
    }
  }

  private PaymentProvider(
      HttpServer server,
      ChargeLog log,
      ProviderSettings settings,
      ChargeFaults faults,
      InstantSource clock) {
    this.server = server;
    this.log = log;
    this.book = new ChargeBook(log, clock, settings.keys());
    this.endpoint = new ChargeEndpoint(book, settings, faults);
    this.threads = newThreads();
    this.forcing = daemon(this::forceInBatches, "provider-force");
  }

  /**
   * Opens the books and starts to serve; the port is ready on return.
   *
   * @throws ActOnceException INVALID_SETTING if the port is taken or the log is not usable
   */
  public static PaymentProvider open(ProviderSettings settings) {
    return open(settings, ChargeFaults.NONE);
  }

  /** As {@link #open(ProviderSettings)}, with more that goes wrong. */
  public static PaymentProvider open(ProviderSettings settings, ChargeFaults faults) {
    return open(settings, faults, InstantSource.system());
  }

  static PaymentProvider open(ProviderSettings settings, InstantSource clock) {
    return open(settings, ChargeFaults.NONE, clock);
  }

  private static PaymentProvider open(
      ProviderSettings settings, ChargeFaults faults, InstantSource clock) {
    // Headers and body are two writes. With Nagle's algorithm the second one waits 40 ms for the
    // client's delayed ACK. Read once, when the first server of this JVM is created.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    try {
      ChargeLog log = ChargeLog.open(settings.log());
      try {
        HttpServer server = HttpServer.create(settings.address(), BACKLOG);
        PaymentProvider provider = new PaymentProvider(server, log, settings, faults, clock);
        provider.start();
        return provider;
      } catch (IOException e) {
        log.close();
        throw e;
      }
    } catch (IOException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "cannot open the payment provider on "
              + settings.address()
              + " with the log "
              + settings.log()
              + " ("
              + e
              + "); choose a free port (0 picks one) and a writable file",
          e);
    }
  }

  /** The charges in the log of a provider that is closed, oldest first. */
  public static List<Charge> read(Path log) {
    try (ChargeLog closed = ChargeLog.open(log)) {
      return closed.restored();
    } catch (IOException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING, "cannot read the charges in " + log + ": " + e, e);
    }
  }

  private void start() {
    server.createContext("/charges", endpoint::charges);
    server.createContext("/stats", exchange -> endpoint.stats(exchange, stats()));
    server.setExecutor(threads);
    forcing.start();
    server.start();
  }

  /** Where to post charges. */
  public URI chargesUri() {
    InetAddress address = server.getAddress().getAddress();
    String host =
        address.isAnyLocalAddress() ? ProviderSettings.LOOPBACK : address.getHostAddress();
    return URI.create(
        "http://"
            + (host.contains(":") ? "[" + host + "]" : host)
            + ":"
            + server.getAddress().getPort()
            + "/charges");
  }

  /** What it saw so far. */
  public Stats stats() {
    return endpoint.stats(book.size());
  }

  /** All charges, oldest first. */
  public List<Charge> charges() {
    return book.all();
  }

  /** Answers the next new charges with 500, although they are in the books. */
  public void failNext(int count) {
    endpoint.failNext(count);
  }

  /** From now on no answer is lost. */
  public void loseNoMore() {
    endpoint.loseNoMore();
  }

  /** Stops: running requests lose their connection, their charges stay in the log. */
  @Override
  public void close() {
    server.stop(0);
    // No interrupts while requests may book: an interrupted write closes the log's channel.
    threads.shutdown();
    closing.countDown();
    try {
      threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
      forcing.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    threads.shutdownNow();
    try {
      log.close();
    } catch (IOException e) {
      LOG.warn("the charge log did not close: {}", e.toString());
    }
  }

  private void forceInBatches() {
    try {
      while (!closing.await(ChargeLog.FORCE_INTERVAL_MS, TimeUnit.MILLISECONDS)) {
        log.force();
      }
    } catch (IOException e) {
      LOG.warn("the charge log is no longer forced to disk: {}", e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Bounded threads; when their queue is full, the server's own thread works, and so slows. */
  private static ThreadPoolExecutor newThreads() {
    AtomicInteger number = new AtomicInteger();
    return new ThreadPoolExecutor(
        THREADS,
        THREADS,
        0,
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(MAX_QUEUED),
        task -> daemon(task, "provider-" + number.incrementAndGet()),
        new ThreadPoolExecutor.CallerRunsPolicy());
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
