package dev.actonce.wire;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.RetryPolicy;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Calls to a registry, each within {@link #BUDGET}: callers are poll threads. After one that failed
 * for good, the next ones fail at once until a pause is over, which grows while the registry is
 * away. One call at a time; thread-safe.
 */
final class RegistryCalls {
  /** Longest time of one call with its retries, to begin another attempt in. */
  static final Duration BUDGET = Duration.ofSeconds(3);

  static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(2);
  static final int MAX_ANSWER_BYTES = 4 * 1024 * 1024;

  private static final RetryPolicy RETRY =
      new RetryPolicy(4, Duration.ofMillis(100), Duration.ofSeconds(1));
  private static final RetryPolicy PAUSE =
      new RetryPolicy(100, Duration.ofMillis(250), Duration.ofSeconds(5));
  private static final String MEDIA_TYPE = "application/vnd.schemaregistry.v1+json";

  private final List<URI> urls;
  private final @Nullable String authorization;
  private final HttpClient client;
  private final LongSupplier nanos;
  private final RandomGenerator random;
  private int current;
  private int failures;
  private long closedUntilNanos;
  private String lastReason = "";

  RegistryCalls(RegistrySettings settings, LongSupplier nanos, RandomGenerator random) {
    RegistryAccess access = new RegistryAccess(settings.properties());
    this.urls = settings.urls();
    this.authorization = access.authorization().orElse(null);
    this.nanos = nanos;
    this.random = random;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(REQUEST_TIMEOUT);
    access.ssl().ifPresent(builder::sslContext);
    this.client = builder.build();
  }

  /** Where the schema of an id is. */
  static String pathOf(int id) {
    return "/schemas/ids/" + id;
  }

  /**
   * What the registry says: found or absent.
   *
   * @param path below the URL
   * @param body to post; null to get
   * @throws ActOnceException REGISTRY_UNAVAILABLE, REGISTRY_REFUSED, INTERRUPTED
   */
  synchronized RegistryReply call(String path, @Nullable String body) {
    if (isPaused()) {
      throw unavailable();
    }
    long began = nanos.getAsLong();
    for (int attempt = 1; ; attempt++) {
      RegistryReply reply = attempt(path, body);
      if (reply != null) {
        return reply;
      }
      Duration pause = RETRY.backoff(attempt, random.nextDouble());
      long spent = nanos.getAsLong() - began;
      if (attempt == RETRY.attempts() || spent + pause.toNanos() > BUDGET.toNanos()) {
        failures++;
        closedUntilNanos =
            nanos.getAsLong() + PAUSE.backoff(failures, random.nextDouble()).toNanos();
        throw unavailable();
      }
      sleep(pause);
    }
  }

  /** Whether calls fail at once now. */
  synchronized boolean isPaused() {
    return failures > 0 && nanos.getAsLong() - closedUntilNanos < 0;
  }

  /**
   * Whether one of the URLs answers with what is asked for, each tried once, within {@link
   * #BUDGET}; also in a pause.
   */
  synchronized boolean gives(String path) {
    long began = nanos.getAsLong();
    for (URI url : urls) {
      try {
        if (send(url, path, null).kind() == RegistryReply.Kind.FOUND) {
          return true;
        }
      } catch (IOException e) {
        // The next one may answer.
      }
      if (nanos.getAsLong() - began > BUDGET.toNanos()) {
        return false;
      }
    }
    return false;
  }

  /** Null when another attempt makes sense. */
  private @Nullable RegistryReply attempt(String path, @Nullable String body) {
    URI url = urls.get(current);
    try {
      RegistryReply reply = send(url, path, body);
      switch (reply.kind()) {
        case FOUND, ABSENT -> {
          failures = 0;
          return reply;
        }
        case REFUSED ->
            throw new ActOnceException(
                ErrorCode.REGISTRY_REFUSED,
                "the schema registry at " + url + " refuses " + path + ": " + reply.describe());
        case TRANSIENT -> lastReason = url + " answers " + reply.describe();
      }
    } catch (IOException e) {
      lastReason = url + " does not answer: " + e;
    }
    current = (current + 1) % urls.size();
    return null;
  }

  private RegistryReply send(URI url, String path, @Nullable String body) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .timeout(REQUEST_TIMEOUT)
            .header("Accept", MEDIA_TYPE + ", application/json");
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    if (body != null) {
      request.header("Content-Type", MEDIA_TYPE).POST(HttpRequest.BodyPublishers.ofString(body));
    }
    CompletableFuture<HttpResponse<byte[]>> answer =
        client.sendAsync(request.build(), info -> new BoundedBody(MAX_ANSWER_BYTES));
    try {
      HttpResponse<byte[]> response = answer.get(REQUEST_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      return RegistryReply.of(response.statusCode(), response.body());
    } catch (ExecutionException e) {
      throw new IOException(Objects.requireNonNullElse(e.getCause(), e));
    } catch (TimeoutException e) {
      throw new IOException("no answer within " + REQUEST_TIMEOUT, e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      answer.cancel(true);
    }
  }

  private static void sleep(Duration pause) {
    try {
      TimeUnit.MILLISECONDS.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static ActOnceException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new ActOnceException(
        ErrorCode.INTERRUPTED, "interrupted while asking the schema registry", e);
  }

  /** Why the last call got no answer; empty if none failed. */
  synchronized String lastReason() {
    return lastReason;
  }

  /** What calls fail with in a pause. */
  synchronized ActOnceException unavailable() {
    return new ActOnceException(
        ErrorCode.REGISTRY_UNAVAILABLE,
        "the schema registry is unavailable: " + lastReason + "; it is asked again");
  }
}
