package dev.actonce.lab.demo;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.outcome.Advice;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * No pipeline at all: one map in this process and a plain keyed call to the provider. It stands in
 * for ActOnce where only the demo's own arithmetic and report are under test, and proves nothing
 * about ActOnce. Thread-safe; one publish at a time.
 */
final class FakePipeline implements Pipeline {
  /** A fault to put in. */
  enum Fault {
    NONE,
    /** Every tenth publish is performed although it is a duplicate. */
    LETS_DUPLICATES_ESCAPE,
    /** Every tenth publish is never told anything, and nothing is done. */
    FORGETS_PUBLISHES,
    /** The first publish fails as if the broker were away. */
    FAILS_ONCE
  }

  private static final int MAX_CALLS = 5;

  private final URI charges;
  private final Fault fault;
  private final HttpClient client = HttpClient.newHttpClient();
  private final Map<Purchase, String> originals = new HashMap<>();
  private int publishes;

  FakePipeline(URI charges, Fault fault) {
    this.charges = charges;
    this.fault = fault;
  }

  @Override
  public synchronized Pending publish(ActionIntent intent) {
    publishes++;
    if (fault == Fault.FAILS_ONCE && publishes == 1) {
      throw new ActOnceException(ErrorCode.BROKER_UNAVAILABLE, "no broker, on purpose");
    }
    boolean faulty = publishes % 10 == 0;
    String id = intent.requestId();
    if (faulty && fault == Fault.FORGETS_PUBLISHES) {
      return new Pending(id, new CompletableFuture<>());
    }
    Purchase purchase = purchase(intent);
    String original = originals.putIfAbsent(purchase, id);
    boolean escapes = faulty && fault == Fault.LETS_DUPLICATES_ESCAPE;
    if (original == null || escapes) {
      charge(intent);
    }
    return new Pending(
        id,
        CompletableFuture.completedFuture(
            original == null
                ? event(intent, id, OutcomeStatus.SUCCEEDED)
                : event(intent, original, OutcomeStatus.ALREADY_DONE)));
  }

  @Override
  public void close() {}

  private static Purchase purchase(ActionIntent intent) {
    return DemoJson.parseObject(intent.arguments())
        .map(
            json ->
                new Purchase(
                    json.path("customer_id").asText(),
                    new BigDecimal(json.path("amount").asText()),
                    json.path("currency").asText(),
                    json.path("invoice").textValue()))
        .orElseThrow();
  }

  private void charge(ActionIntent intent) {
    HttpRequest request =
        HttpRequest.newBuilder(charges)
            .header("Idempotency-Key", intent.requestId())
            .POST(HttpRequest.BodyPublishers.ofString(intent.arguments()))
            .build();
    for (int call = 1; call <= MAX_CALLS; call++) {
      try {
        client.send(request, HttpResponse.BodyHandlers.discarding());
        return;
      } catch (IOException e) {
        // A keyed call may be repeated.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  static OutcomeEvent event(ActionIntent intent, String original, OutcomeStatus status) {
    OutcomeEvent.About about = OutcomeEvent.About.of(intent, ReplyHash.NONE).withOriginal(original);
    return new OutcomeEvent(
        null,
        1,
        about,
        status,
        OutcomeEvent.Answer.of(Advice.SUCCEEDED),
        OutcomeEvent.History.NONE,
        Instant.EPOCH,
        OutcomeEvent.Publisher.GATE);
  }
}
