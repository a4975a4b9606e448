package dev.actonce.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.actonce.catalog.HttpTarget;
import dev.actonce.catalog.UrlTemplate;
import dev.actonce.core.execution.ActionResult;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpRequest;

/** Builds requests: the same call always gives the same bytes. */
final class HttpRequests {
  /** Of a number; each that has a key stays below it. */
  private static final int MAX_DIGITS = 1_000;

  private HttpRequests() {}

  /**
   * A request without its body.
   *
   * @throws NotExecutedException if an argument cannot stand in the URL
   */
  static HttpRequest.Builder to(HttpTarget target, ActionCall call) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url(target.url(), call))
            .version(target.version())
            .timeout(call.timeout());
    target.headers().forEach(request::setHeader);
    return request;
  }

  private static URI url(UrlTemplate template, ActionCall call) {
    return template.expand(
        name ->
            switch (name) {
              case UrlTemplate.PROVIDER_KEY -> call.providerKey();
              case UrlTemplate.KEY -> call.key().value();
              default -> argument(name, call);
            });
  }

  /** Empty values and dots would name another resource than the one that was meant. */
  private static String argument(String name, ActionCall call) {
    JsonNode value =
        Json.parse(call.arguments())
            .map(arguments -> arguments.path(name))
            .orElseThrow(() -> unusable(name, "the arguments are not JSON"));
    if (!value.isValueNode() || value.isNull()) {
      throw unusable(name, "it is missing, null or a collection");
    }
    if (value.isPojo()) {
      throw tooLong(name);
    }
    String text = value.isNumber() ? plain(name, value.decimalValue()) : value.asText();
    if (text.isEmpty() || text.equals(".") || text.equals("..")) {
      throw unusable(name, "it is empty or dots only");
    }
    return text;
  }

  /** Without exponent, and the same for equal numbers, because they have the same key. */
  private static String plain(String name, BigDecimal number) {
    long before = (long) number.precision() - number.scale();
    if (Math.max(before, number.scale()) > MAX_DIGITS) {
      throw tooLong(name);
    }
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  private static NotExecutedException tooLong(String name) {
    return unusable(name, "it has more than " + MAX_DIGITS + " digits");
  }

  private static NotExecutedException unusable(String name, String reason) {
    return new NotExecutedException(
        "INVALID_ARGUMENT",
        "the argument '" + name + "' cannot stand in the URL: " + reason + "; nothing was sent",
        ActionResult.Retry.NEVER);
  }
}
