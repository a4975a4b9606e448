package dev.actonce.catalog;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An http or https URL with placeholders: {@code {provider_key}}, {@code {key}}, or the name of a
 * top-level argument. Placeholders may stand in the path and the query only, so that no agent picks
 * the host, and their values are percent-encoded, so that no value adds a segment or parameter.
 *
 * @param text the template as written
 */
public record UrlTemplate(String text) {
  /** Placeholder for the key that the provider sees, {@code key/generation}. */
  public static final String PROVIDER_KEY = "provider_key";

  /** Placeholder for the idempotency key. */
  public static final String KEY = "key";

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z0-9_.-]{1,128})}");
  private static final String UNRESERVED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

  /** Checks the template; INVALID_CATALOG says what is wrong with it. */
  public UrlTemplate {
    String filled = PLACEHOLDER.matcher(text).replaceAll("x");
    URI uri;
    try {
      uri = new URI(filled);
    } catch (URISyntaxException e) {
      throw invalid(text, "not a URL (" + e.getReason() + "); placeholders look like {key}");
    }
    boolean http = "http".equalsIgnoreCase(uri.getScheme());
    if (!http && !"https".equalsIgnoreCase(uri.getScheme())) {
      throw invalid(text, "not an http or https URL; begin it with https://");
    }
    if (uri.getHost() == null || uri.getFragment() != null || uri.getUserInfo() != null) {
      throw invalid(text, "it needs a host, and no user, password or fragment");
    }
    int pathStart = text.indexOf('/', text.indexOf("//") + 2);
    String authority = pathStart < 0 ? text : text.substring(0, pathStart);
    if (authority.contains("{")) {
      throw invalid(text, "a placeholder may not stand in the host; move it to path or query");
    }
  }

  /** Names of the placeholders, in order. */
  public Set<String> placeholders() {
    Set<String> names = new LinkedHashSet<>();
    Matcher matcher = PLACEHOLDER.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }

  /**
   * Whether a placeholder stands in the path. Only then does "not found" speak of the object; of a
   * query's URL it may as well say that there is no such endpoint.
   */
  public boolean namesObjectInPath() {
    int query = text.indexOf('?');
    return PLACEHOLDER.matcher(query < 0 ? text : text.substring(0, query)).find();
  }

  /**
   * The URL with every placeholder replaced.
   *
   * @param values answers the plain value of a placeholder's name
   */
  public URI expand(UnaryOperator<String> values) {
    return URI.create(
        PLACEHOLDER
            .matcher(text)
            .replaceAll(match -> Matcher.quoteReplacement(encode(values.apply(match.group(1))))));
  }

  /** Percent-encodes all but the unreserved characters of RFC 3986. */
  private static String encode(String value) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
      if (UNRESERVED.indexOf(b) >= 0) {
        encoded.append((char) b);
      } else {
        encoded.append(String.format("%%%02X", b));
      }
    }
    return encoded.toString();
  }

  private static ActOnceException invalid(String text, String reason) {
    return new ActOnceException(
        ErrorCode.INVALID_CATALOG, "found the url '" + text + "': " + reason);
  }
}
