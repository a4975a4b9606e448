package dev.actonce.core.key;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.KeyChoice;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.Repeats;
import dev.actonce.core.Scope;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Short forms of intents, policies and derivations for tests. */
final class Intents {
  private static final Scope SCOPE = new Scope("acme", "session-1", "run-1", "agent");

  private Intents() {}

  static ActionIntent of(String arguments) {
    return of(SCOPE, null, null, arguments);
  }

  static ActionIntent of(
      Scope scope, @Nullable String intentId, @Nullable String toolCallId, String arguments) {
    return ActionIntent.of("request", scope, "pay", arguments)
        .withIntentId(intentId)
        .withToolCallId(toolCallId);
  }

  static ActionIntent withIntentId(String intentId, String arguments) {
    return of(SCOPE, intentId, null, arguments);
  }

  static ActionIntent withToolCallId(@Nullable String toolCallId, String arguments) {
    return of(SCOPE, null, toolCallId, arguments);
  }

  static KeyPolicy identity(String... paths) {
    return new KeyPolicy(KeyChoice.AUTO, List.of(paths), Set.of(), Set.of(), Set.of());
  }

  /** Fields that may all be missing. */
  static KeyPolicy optionalIdentity(String... paths) {
    return new KeyPolicy(
        KeyChoice.AUTO,
        List.of(paths),
        Set.of(paths),
        Set.of(),
        Set.of(),
        Set.of(),
        Repeats.BY_CLASS);
  }

  static KeyPolicy numbers(String... paths) {
    return new KeyPolicy(KeyChoice.AUTO, List.of(), Set.of(), Set.of(), Set.of(paths));
  }

  static KeyPolicy instants(String... paths) {
    return new KeyPolicy(KeyChoice.AUTO, List.of(), Set.of(), Set.of(paths), Set.of());
  }

  static KeyPolicy choice(KeyChoice choice) {
    return new KeyPolicy(choice, List.of(), Set.of(), Set.of(), Set.of());
  }

  /** The key of arguments under AUTO, or the code of their rejection. */
  static String key(String arguments) {
    return key(of(arguments), KeyPolicy.AUTO);
  }

  /** The key's text, or the code of the rejection. */
  static String key(ActionIntent intent, KeyPolicy policy) {
    return KeyDeriver.derive(intent, policy)
        .match(derived -> derived.key().value(), Derivation.Underivable::code);
  }

  static Derivation.Derived derived(ActionIntent intent, KeyPolicy policy) {
    return KeyDeriver.derive(intent, policy)
        .match(
            derived -> derived,
            underivable -> {
              throw new AssertionError(underivable);
            });
  }
}
