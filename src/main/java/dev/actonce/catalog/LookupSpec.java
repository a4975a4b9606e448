package dev.actonce.catalog;

import java.time.Duration;

/**
 * How to ask a provider afterwards whether an effect happened.
 *
 * @param target a GET that names the key or an argument
 * @param found JSON path to the effect in the answer; missing, null or empty means absent
 * @param lag how long the provider may miss a fresh effect
 */
public record LookupSpec(HttpTarget target, String found, Duration lag) {
  public LookupSpec {
    JsonPaths.requireValid(found);
  }
}
