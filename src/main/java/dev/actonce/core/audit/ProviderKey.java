package dev.actonce.core.audit;

import dev.actonce.core.IdempotencyKey;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An idempotency key as a provider saw it; see {@link
 * dev.actonce.core.ApprovedAction#providerKey()}.
 *
 * @param key the action's identity
 * @param generation which admission of it; {@link #NO_GENERATION} when the provider saw the key
 *     alone
 */
record ProviderKey(IdempotencyKey key, int generation) {
  static final int NO_GENERATION = 0;

  /** A provider may have it in a path, where the slash is escaped. */
  private static final Pattern FORM =
      Pattern.compile(
          "(?<![A-Za-z0-9_.-])(v1\\.[A-Za-z0-9_-]{43})(?:(?:/|%2[Ff])([1-9][0-9]{0,8}))?(?![A-Za-z0-9_-])");

  /** The key in a text such as {@code v1.4f…/1} or {@code /charges/v1.4f…%2F1}. */
  static Optional<ProviderKey> find(String text) {
    Matcher found = FORM.matcher(text);
    if (!found.find()) {
      return Optional.empty();
    }
    String generation = found.group(2);
    return Optional.of(
        new ProviderKey(
            new IdempotencyKey(found.group(1)),
            generation == null ? NO_GENERATION : Integer.parseInt(generation)));
  }
}
