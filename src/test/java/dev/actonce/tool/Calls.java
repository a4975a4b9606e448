package dev.actonce.tool;

import dev.actonce.catalog.HttpSpec;
import dev.actonce.catalog.HttpTarget;
import dev.actonce.catalog.LookupSpec;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Fingerprint;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.KeyKind;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** Calls and specs for tests. */
final class Calls {
  static final String KEY = "v1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

  private Calls() {}

  static ActionCall with(String arguments) {
    return with(arguments, Duration.ofSeconds(5));
  }

  static ActionCall with(String arguments, Duration timeout) {
    ActionIntent intent = ActionIntent.of("r1", Scope.ofTenant("t"), "pay", arguments);
    ApprovedAction action =
        new ApprovedAction(
            new IdempotencyKey(KEY),
            2,
            KeyKind.FINGERPRINT,
            new Fingerprint("f"),
            Instant.EPOCH,
            intent,
            ReplyHash.NONE);
    return new ActionCall(action, 1, timeout);
  }

  static HttpSpec post(String url) {
    return new HttpSpec(
        HttpTarget.of("POST", url), "Idempotency-Key", Set.of(402), "$.id", Optional.empty());
  }

  static HttpSpec withLookup(String url, String found) {
    LookupSpec lookup = new LookupSpec(HttpTarget.of("GET", url), found, Duration.ofSeconds(1));
    return new HttpSpec(
        HttpTarget.of("POST", "http://127.0.0.1:1/"), null, Set.of(), "$.id", Optional.of(lookup));
  }

  static HttpActionHandler handler(HttpSpec spec) {
    return new HttpActionHandler(spec, HttpSafety.newClient());
  }
}
