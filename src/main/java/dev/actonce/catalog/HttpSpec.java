package dev.actonce.catalog;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a tool is called over HTTP. Its timeout is the policy's call timeout.
 *
 * @param target the request; its body is the arguments as sent
 * @param keyHeader header that carries the provider key; null when the provider takes none
 * @param notExecuted statuses, 400 to 499, by which the provider promises that nothing happened
 * @param reference JSON path to the provider's reference in an answer or a found effect; may be
 *     null
 * @param lookup how to ask afterwards, if the provider can be asked
 */
public record HttpSpec(
    HttpTarget target,
    @Nullable String keyHeader,
    Set<Integer> notExecuted,
    @Nullable String reference,
    Optional<LookupSpec> lookup) {
  public HttpSpec {
    notExecuted = Set.copyOf(notExecuted);
    if (keyHeader != null) {
      HttpTarget.requireHeaderName(keyHeader);
    }
    if (reference != null) {
      JsonPaths.requireValid(reference);
    }
    for (int status : notExecuted) {
      if (status < 400 || status > 499) {
        throw new ActOnceException(
            ErrorCode.INVALID_CATALOG,
            "found the status " + status + " in not_executed; only 400 to 499 can be a promise");
      }
    }
  }

  /** A plain call: no key, no promises, no look-up. */
  public static HttpSpec of(HttpTarget target) {
    return new HttpSpec(target, null, Set.of(), null, Optional.empty());
  }

  /** Whether the request carries the provider key, in a header or in the URL. */
  public boolean carriesProviderKey() {
    return keyHeader != null || target.url().placeholders().contains(UrlTemplate.PROVIDER_KEY);
  }
}
