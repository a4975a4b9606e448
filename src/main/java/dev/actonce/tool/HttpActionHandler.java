package dev.actonce.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.actonce.catalog.HttpSpec;
import dev.actonce.catalog.LookupSpec;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.ActionResult.Failed;
import dev.actonce.core.execution.ActionResult.Heard;
import dev.actonce.core.execution.ActionResult.Retry;
import dev.actonce.core.execution.ActionResult.Succeeded;
import dev.actonce.core.execution.ActionResult.Unknown;
import dev.actonce.core.execution.LookupResult;
import dev.actonce.core.execution.LookupResult.Absent;
import dev.actonce.core.execution.LookupResult.Found;
import dev.actonce.core.execution.LookupResult.Inconclusive;
import dev.actonce.core.outcome.AnswerLimits;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Performs a tool by one HTTP request per call. Thread-safe; blocks the calling thread, never much
 * longer than the call's timeout.
 *
 * <p>Implementation notes. The request timeout of the JDK's client ends when the headers of the
 * answer arrive, so a slow body could hang for ever; a second bound on the whole exchange, {@link
 * #GRACE} later, closes that. The first one is kept because only it tells a connect timeout, which
 * proves that nothing was sent, from a late answer. Redirects are Unknown: the provider may have
 * acted before it answered, and following one would be a second request. When the body breaks off,
 * the client fails or delivers what it has, as a race decides; both end in the same answer here.
 */
final class HttpActionHandler implements ActionHandler {
  private static final Duration GRACE = Duration.ofMillis(500);
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int NOT_FOUND = 404;

  private final HttpSpec spec;
  private final HttpClient client;

  HttpActionHandler(HttpSpec spec, HttpClient client) {
    this.spec = spec;
    this.client = client;
  }

  @Override
  public ActionResult execute(ActionCall call) {
    HttpRequest.Builder request = HttpRequests.to(spec.target(), call);
    SendProbe body = new SendProbe(call.arguments());
    if (spec.target().method().equals("GET")) {
      request.GET();
    } else {
      request.method(spec.target().method(), body).setHeader("Content-Type", "application/json");
    }
    String keyHeader = spec.keyHeader();
    if (keyHeader != null) {
      request.setHeader(keyHeader, call.providerKey());
    }
    if (Thread.currentThread().isInterrupted()) {
      return new Failed("INTERRUPTED", "the executor is stopping; nothing was sent", Retry.LATER);
    }
    try {
      return classify(send(request.build(), call.timeout()));
    } catch (ExecutionException e) {
      return SendFailures.classify(causeOf(e), body.begun());
    } catch (TimeoutException e) {
      return SendFailures.classify(e, body.begun());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Unknown("INTERRUPTED", "the executor stopped while the provider was working");
    }
  }

  @Override
  public LookupResult lookUp(ActionCall call) {
    if (spec.lookup().isEmpty()) {
      return new Inconclusive("this tool has no look-up");
    }
    LookupSpec lookup = spec.lookup().get();
    try {
      HttpRequest request = HttpRequests.to(lookup.target(), call).GET().build();
      return read(lookup, send(request, call.timeout()));
    } catch (NotExecutedException e) {
      return new Inconclusive(String.valueOf(e.getMessage()));
    } catch (ExecutionException e) {
      return new Inconclusive("the look-up failed: " + causeOf(e));
    } catch (TimeoutException e) {
      return new Inconclusive("the look-up gave no answer within " + call.timeout());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Inconclusive("the executor stopped during the look-up");
    }
  }

  private Answer send(HttpRequest request, Duration timeout)
      throws ExecutionException, TimeoutException, InterruptedException {
    AtomicReference<@Nullable AnswerReader> reading = new AtomicReference<>();
    CompletableFuture<HttpResponse<Answer>> exchange =
        client.sendAsync(
            request,
            info -> {
              AnswerReader reader = new AnswerReader(info);
              reading.set(reader);
              return reader;
            });
    try {
      return exchange.get(timeout.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS).body();
    } catch (ExecutionException | TimeoutException e) {
      AnswerReader reader = reading.get();
      if (reader == null) {
        throw e;
      }
      return reader.end(e instanceof TimeoutException ? Answer.Body.LATE : Answer.Body.BROKEN_OFF);
    } finally {
      exchange.cancel(true); // Closes the connection of an exchange that is not complete.
    }
  }

  private ActionResult classify(Answer answer) {
    if (answer.isSuccess()) {
      return success(answer);
    }
    int status = answer.status();
    if (status == TOO_MANY_REQUESTS) {
      return new Failed("RATE_LIMITED", answer.summary(), Retry.LATER);
    }
    if (spec.notExecuted().contains(status)) {
      return new Failed("HTTP_" + status, answer.summary(), Retry.NEVER);
    }
    if (status >= 300 && status <= 399) {
      return new Unknown("REDIRECT", answer.summary() + "; redirects are not followed");
    }
    return new Unknown(
        "HTTP_" + status, answer.summary(), status >= 500 ? Heard.AN_ERROR : Heard.NOTHING);
  }

  private ActionResult success(Answer answer) {
    if (answer.body() == Answer.Body.TOO_LARGE) {
      // A retry would bring the same body again, so doubt would pin the key and never end.
      return new Succeeded(AnswerLimits.RESULT_TOO_LARGE, null);
    }
    if (answer.body() == Answer.Body.LATE) {
      return new Unknown("TIMEOUT", "status " + answer.status() + ", but the body never ended");
    }
    if (answer.body() == Answer.Body.BROKEN_OFF) {
      return malformed(answer, "the body broke off");
    }
    if (answer.isEmpty()) {
      return new Succeeded("null", null);
    }
    Optional<String> text = answer.text();
    if (text.isEmpty()) {
      return malformed(answer, "the body is not text");
    }
    Optional<JsonNode> json = Json.parse(text.get());
    if (json.isPresent()) {
      return new Succeeded(text.get(), Json.scalarAt(json.get(), spec.reference()));
    }
    return answer.isDeclaredJson()
        ? malformed(
            answer, "the body is not the JSON that it claims to be: " + Json.objection(text.get()))
        : new Succeeded(Json.quote(text.get()), null);
  }

  private static Unknown malformed(Answer answer, String reason) {
    return new Unknown("MALFORMED_ANSWER", "status " + answer.status() + ", but " + reason);
  }

  private LookupResult read(LookupSpec lookup, Answer answer) {
    if (answer.status() == NOT_FOUND) {
      return lookup.target().url().namesObjectInPath()
          ? new Absent()
          : new Inconclusive(
              "the look-up was answered 404, which may mean that its url is wrong: it proves"
                  + " absence only if the url's path names the object");
    }
    if (!answer.isSuccess() || answer.body() != Answer.Body.COMPLETE) {
      return new Inconclusive("the look-up proves nothing: " + answer.summary());
    }
    Optional<JsonNode> json = answer.text().flatMap(Json::parse);
    if (json.isEmpty()) {
      return new Inconclusive("the look-up's answer is not JSON");
    }
    Optional<JsonNode> found = Json.read(json.get(), lookup.found());
    if (found.isEmpty() && !Json.hasParent(json.get(), lookup.found())) {
      return new Inconclusive(
          "the look-up's answer has no place for " + lookup.found() + "; it is of another shape");
    }
    return found.map(this::found).orElse(new Absent());
  }

  /** An empty value means absent; {@code false} could mean anything. */
  private LookupResult found(JsonNode found) {
    if (found.isBoolean() && !found.booleanValue()) {
      return new Inconclusive("the look-up found 'false', which names no effect");
    }
    boolean empty =
        found.isNull()
            || (found.isContainerNode() && found.isEmpty())
            || (found.isTextual() && found.textValue().isEmpty());
    return empty
        ? new Absent()
        : new Found(Json.write(found), Json.scalarAt(found, spec.reference()));
  }

  private static Throwable causeOf(ExecutionException e) {
    return e.getCause() == null ? e : e.getCause();
  }
}
