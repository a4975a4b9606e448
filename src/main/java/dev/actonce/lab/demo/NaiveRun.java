package dev.actonce.lab.demo;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The planned traffic as a naive agent sends it: every publish is a plain HTTP call without an
 * idempotency key, and a call whose connection breaks or times out is sent again by the SDK, up to
 * {@link #SDK_RETRIES} times, as the SDKs of the large model providers do by default.
 *
 * <p>What it charged is the provider's to say; this class only calls.
 */
public final class NaiveRun {
  /** Default of the model SDKs. */
  public static final int SDK_RETRIES = 2;

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final URI charges;
  private final int agents;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();

  /**
   * A run against one provider.
   *
   * @param charges where to post
   * @param agents calls at once
   */
  public NaiveRun(URI charges, int agents) {
    this.charges = charges;
    this.agents = agents;
  }

  /**
   * Sends every publish of a plan and returns when all are answered or given up.
   *
   * @throws ActOnceException INTERRUPTED, or INTERNAL if an agent failed
   */
  public void run(TrafficPlan plan, Progress progress) {
    List<PlannedPublish> publishes = plan.publishes();
    AtomicInteger cursor = new AtomicInteger();
    AtomicInteger answered = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(agents);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int agent = 0; agent < agents; agent++) {
        running.add(
            threads.submit(
                () -> {
                  for (int i = cursor.getAndIncrement();
                      i < publishes.size();
                      i = cursor.getAndIncrement()) {
                    call(publishes.get(i));
                    progress.show(answered.incrementAndGet(), publishes.size());
                  }
                  return null;
                }));
      }
      for (Future<?> agent : running) {
        agent.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ActOnceException(ErrorCode.INTERRUPTED, "the naive run was interrupted", e);
    } catch (ExecutionException e) {
      throw new ActOnceException(
          ErrorCode.INTERNAL, "a naive agent failed: " + e.getCause(), e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private void call(PlannedPublish publish) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(charges)
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(publish.intent().arguments()))
            .build();
    for (int attempt = 0; attempt <= SDK_RETRIES; attempt++) {
      try {
        client.send(request, HttpResponse.BodyHandlers.discarding());
        return;
      } catch (IOException e) {
        // The mistake that this run is about: "no answer" is taken for "not done".
      }
    }
  }
}
