package dev.actonce.lab.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The provider's HTTP side: reads requests, books them, and answers or loses the answer. */
final class ChargeEndpoint {
  private static final String KEY_HEADER = "Idempotency-Key";
  private static final int MAX_BODY_BYTES = 64 * 1024;
  private static final int MAX_LISTED = 100;

  private final ChargeBook book;
  private final ProviderSettings settings;
  private final ChargeFaults faults;
  private final LostAnswers lostAnswers;
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicLong requests = new AtomicLong();
  private final LongAdder replays = new LongAdder();
  private final LongAdder lost = new LongAdder();
  private volatile boolean losing = true;

  ChargeEndpoint(ChargeBook book, ProviderSettings settings, ChargeFaults faults) {
    this.book = book;
    this.settings = settings;
    this.faults = faults;
    this.lostAnswers = new LostAnswers(settings.lostResponses(), settings.seed());
  }

  PaymentProvider.Stats stats(int charges) {
    return new PaymentProvider.Stats(requests.get(), charges, replays.sum(), lost.sum());
  }

  /** Answers the next requests with 500 after it has charged. */
  void failNext(int count) {
    failures.addAndGet(count);
  }

  void loseNoMore() {
    losing = false;
  }

  void stats(HttpExchange exchange, PaymentProvider.Stats stats) throws IOException {
    try (exchange) {
      answer(exchange, 200, stats.toJson());
    }
  }

  void charges(HttpExchange exchange) throws IOException {
    try (exchange) {
      switch (exchange.getRequestMethod()) {
        case "POST" -> charge(exchange, exchange.getRequestHeaders().getFirst(KEY_HEADER));
        case "PUT" -> charge(exchange, exchange.getRequestURI().getPath());
        case "GET" -> list(exchange);
        default -> error(exchange, 405, "method_not_allowed", "use POST, PUT or GET");
      }
    }
  }

  /** Books a charge; the same key charges once. */
  private void charge(HttpExchange exchange, @Nullable String key) throws IOException {
    long number = requests.incrementAndGet();
    byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
    if (body.length > MAX_BODY_BYTES) {
      error(exchange, 413, "too_large", "the body exceeds " + MAX_BODY_BYTES + " bytes");
      return;
    }
    Optional<ChargeRequest> request = ChargeRequest.parse(body);
    if (request.isEmpty()) {
      error(
          exchange,
          400,
          "invalid_request",
          "send a JSON object with customer_id, currency and a positive amount");
      return;
    }
    if (faults.received(request.get().purchase()) == ChargeFaults.Reception.DECLINED) {
      error(exchange, 402, "card_declined", "nothing was charged");
      return;
    }
    ChargeBook.Booking booking = book.book(key, request.get());
    if (booking.kind() == ChargeBook.Kind.CHARGED
        && failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      book.failed(key);
      error(exchange, 500, "internal_error", "something went wrong");
      return;
    }
    takeTime(number);
    if (faults.booked(request.get().purchase()) == ChargeFaults.Delivery.ERROR) {
      error(exchange, 500, "internal_error", "something went wrong");
      return;
    }
    if (losing && lostAnswers.loseNext(identity(key, request.get()))) {
      lost.increment();
      return; // Closing an exchange without headers closes its connection.
    }
    answer(exchange, booking);
  }

  private static String identity(@Nullable String key, ChargeRequest request) {
    return key == null ? request.bodyHash() : key;
  }

  private void answer(HttpExchange exchange, ChargeBook.Booking booking) throws IOException {
    switch (booking.kind()) {
      case CHARGED -> answer(exchange, 200, booking.charge().toJson());
      case REPLAYED -> {
        replays.increment();
        exchange.getResponseHeaders().set("Idempotent-Replayed", "true");
        answer(exchange, 200, booking.charge().toJson());
      }
      case KEY_REUSED ->
          error(
              exchange,
              settings.keys().reuseStatus(),
              "idempotency_key_reused",
              "the key made "
                  + booking.charge().id()
                  + " with another body; nothing was charged now");
      case ERROR_REPLAYED -> {
        replays.increment();
        exchange.getResponseHeaders().set("Idempotent-Replayed", "true");
        error(exchange, 500, "internal_error", "something went wrong");
      }
    }
  }

  private void takeTime(long requestNumber) {
    long maxNanos = settings.maxLatency().toNanos();
    if (maxNanos > 0) {
      try {
        TimeUnit.NANOSECONDS.sleep(
            new SplittableRandom(settings.seed() + requestNumber).nextLong(maxNanos));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void list(HttpExchange exchange) throws IOException {
    String query = Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
    Optional<String> key = parameter(query, "key");
    Optional<String> invoice = parameter(query, "invoice");
    if (key.isEmpty() && invoice.isEmpty()) {
      error(exchange, 400, "invalid_request", "name a key or an invoice: /charges?key=...");
      return;
    }
    List<Charge> found =
        key.map(book::ofKey).orElseGet(() -> book.ofInvoice(invoice.orElseThrow()));
    ObjectNode json = DemoJson.object();
    ArrayNode data = json.putArray("data");
    found.stream().limit(MAX_LISTED).map(Charge::toJson).forEach(data::add);
    json.put("has_more", found.size() > MAX_LISTED);
    answer(exchange, 200, json);
  }

  private static Optional<String> parameter(String query, String name) {
    for (String pair : query.split("&", -1)) {
      if (pair.startsWith(name + "=")) {
        return Optional.of(
            URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8));
      }
    }
    return Optional.empty();
  }

  private static void error(HttpExchange exchange, int status, String code, String message)
      throws IOException {
    ObjectNode json = DemoJson.object();
    json.putObject("error").put("code", code).put("message", message);
    answer(exchange, status, json);
  }

  private static void answer(HttpExchange exchange, int status, JsonNode json) throws IOException {
    byte[] bytes = DemoJson.write(json).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
