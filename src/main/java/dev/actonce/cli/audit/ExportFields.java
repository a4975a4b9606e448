package dev.actonce.cli.audit;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * How an export calls what the audit needs. In JSON, a name that starts with a slash is a JSON
 * Pointer (RFC 6901).
 *
 * @param key the idempotency key as the provider saw it
 * @param reference the provider's name of the effect
 * @param action the tool
 * @param at when it happened
 */
public record ExportFields(String key, String reference, String action, String at) {
  /** {@code key}, {@code reference}, {@code action} and {@code at}. */
  public static final ExportFields DEFAULT = new ExportFields("key", "reference", "action", "at");

  /** The names that are not the usual ones: an export must have them. */
  Set<String> named() {
    Set<String> named = new LinkedHashSet<>(List.of(key, reference, action, at));
    named.removeAll(List.of(DEFAULT.key, DEFAULT.reference, DEFAULT.action, DEFAULT.at));
    return named;
  }
}
