package dev.actonce.catalog;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.Spelling;
import java.net.http.HttpClient;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Where and how an HTTP request is sent.
 *
 * @param method one of {@link #METHODS}
 * @param url with placeholders
 * @param headers sent with every request; may hold credentials, so {@link #toString} hides them
 * @param version HTTP version to ask for
 */
public record HttpTarget(
    String method, UrlTemplate url, Map<String, String> headers, HttpClient.Version version) {
  /** Methods that a tool may use. */
  public static final List<String> METHODS = List.of("GET", "POST", "PUT", "PATCH", "DELETE");

  /** Set by the HTTP client itself. */
  private static final Set<String> RESERVED =
      Set.of("connection", "content-length", "expect", "host", "upgrade", "transfer-encoding");

  public HttpTarget {
    if (!METHODS.contains(method)) {
      throw invalid("found the method '" + method + "'; " + Spelling.advice(method, METHODS));
    }
    headers = Map.copyOf(headers);
    headers.forEach(
        (name, value) -> {
          requireHeaderName(name);
          if (value.chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw invalid("the value of the header '" + name + "' must be printable ASCII");
          }
        });
  }

  /** A target with no extra headers, over HTTP/1.1. */
  public static HttpTarget of(String method, String url) {
    return new HttpTarget(method, new UrlTemplate(url), Map.of(), HttpClient.Version.HTTP_1_1);
  }

  static void requireHeaderName(String name) {
    if (!name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}")
        || RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
      throw invalid("'" + name + "' is not a header that a tool can set; choose another name");
    }
  }

  @Override
  public String toString() {
    return "HttpTarget[" + method + " " + url.text() + ", headers=" + headers.keySet() + "]";
  }

  private static ActOnceException invalid(String message) {
    return new ActOnceException(ErrorCode.INVALID_CATALOG, message);
  }
}
