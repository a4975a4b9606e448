package dev.actonce.core.key;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.Fingerprint;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.KeyKind;
import dev.actonce.core.KeyPolicy;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Derives idempotency keys. The format is published in {@code key-format.md} and frozen by test
 * vectors: the same intent under the same policy has the same key in every version and language.
 *
 * <p>Pure and thread-safe. Never throws for bad arguments, however hostile; the answer is then a
 * {@link Derivation.Underivable} with one of the codes named here.
 */
public final class KeyDeriver {
  /** The arguments are no JSON object, or break a bound other than their size. */
  public static final String INVALID_ARGUMENTS = ArgumentsRejectedException.INVALID_ARGUMENTS;

  /** The arguments exceed 256 KiB of UTF-8. */
  public static final String ARGUMENTS_TOO_LARGE = ArgumentsRejectedException.ARGUMENTS_TOO_LARGE;

  /** The policy wants an intentId and the intent has none. */
  public static final String MISSING_INTENT_ID = "MISSING_INTENT_ID";

  /** The policy wants a toolCallId and the intent has none. */
  public static final String MISSING_TOOL_CALL_ID = "MISSING_TOOL_CALL_ID";

  /** The arguments lack an identity field that is not optional, or have none at all. */
  public static final String MISSING_IDENTITY = "MISSING_IDENTITY";

  /** Tenant, session, action or an id is no valid Unicode text. */
  public static final String INVALID_TEXT = "INVALID_TEXT";

  /** Opens the hash input of a fingerprint, as a kind's label opens that of a key. */
  private static final KeyPart FINGERPRINT_LABEL = KeyPart.of("label", "identity");

  private KeyDeriver() {}

  /** Derives the key of an intent. */
  public static Derivation derive(ActionIntent intent, KeyPolicy policy) {
    KeyKind kind = kind(intent, policy);
    if (kind == KeyKind.INTENT && intent.intentId() == null) {
      return missingId(MISSING_INTENT_ID, "intentId", intent);
    }
    if (kind == KeyKind.TOOL_CALL && intent.toolCallId() == null) {
      return missingId(MISSING_TOOL_CALL_ID, "toolCallId", intent);
    }
    if (!hasValidTexts(intent)) {
      return new Derivation.Underivable(
          INVALID_TEXT,
          "tenant, session, action, intentId or toolCallId has a lone surrogate; send valid"
              + " Unicode");
    }
    try {
      return derive(kind, intent, policy);
    } catch (ArgumentsRejectedException e) {
      return e.asDerivation();
    }
  }

  private static Derivation derive(KeyKind kind, ActionIntent intent, KeyPolicy policy) {
    FieldPaths paths = FieldPaths.of(policy);
    int length = intent.arguments().length();
    JsonValue arguments = JsonParser.parseObject(intent.arguments());
    boolean all = policy.identity().isEmpty();
    Optional<String> missing = IdentityProjection.missing(arguments, policy);
    if (missing.isPresent()) {
      return missingIdentity(intent, "lack '" + missing.get() + "', a field of its identity");
    }
    Optional<JsonValue> identity =
        all ? Optional.of(arguments) : IdentityProjection.of(arguments, paths);
    if (identity.isEmpty()) {
      return missingIdentity(intent, "have none of its identity fields " + policy.identity());
    }
    byte[] identityText = CanonicalWriter.write(identity.get(), paths, length);
    byte[] argumentsText =
        all || kind != KeyKind.TOOL_CALL
            ? identityText
            : CanonicalWriter.write(arguments, paths, length);

    PartsHash hash = new PartsHash();
    List<KeyPart> parts = parts(kind, intent, identityText, argumentsText);
    String fingerprint =
        hash.hash(
            List.of(
                FINGERPRINT_LABEL,
                tenant(intent),
                action(intent),
                new KeyPart("identity", identityText)));
    return new Derivation.Derived(
        new IdempotencyKey(IdempotencyKey.PREFIX + hash.hash(parts)),
        new Fingerprint(fingerprint),
        kind,
        parts);
  }

  private static KeyKind kind(ActionIntent intent, KeyPolicy policy) {
    return switch (policy.choice()) {
      case AUTO -> intent.intentId() == null ? KeyKind.FINGERPRINT : KeyKind.INTENT;
      case INTENT -> KeyKind.INTENT;
      case TOOL_CALL -> KeyKind.TOOL_CALL;
      case FINGERPRINT -> KeyKind.FINGERPRINT;
    };
  }

  private static List<KeyPart> parts(
      KeyKind kind, ActionIntent intent, byte[] identityText, byte[] argumentsText) {
    KeyPart tenant = tenant(intent);
    KeyPart session = KeyPart.of("session", intent.scope().session());
    KeyPart action = action(intent);
    return switch (kind) {
      case INTENT ->
          List.of(
              KeyPart.of("kind", "intent"),
              tenant,
              action,
              KeyPart.of("intentId", intent.intentId()));
      case TOOL_CALL ->
          List.of(
              KeyPart.of("kind", "tool_call"),
              tenant,
              session,
              action,
              KeyPart.of("toolCallId", intent.toolCallId()),
              new KeyPart("arguments", argumentsText));
      case FINGERPRINT ->
          List.of(
              KeyPart.of("kind", "fingerprint"),
              tenant,
              session,
              action,
              new KeyPart("identity", identityText));
    };
  }

  private static KeyPart tenant(ActionIntent intent) {
    return KeyPart.of("tenant", intent.scope().tenant());
  }

  private static KeyPart action(ActionIntent intent) {
    return KeyPart.of("action", intent.action());
  }

  private static Derivation missingIdentity(ActionIntent intent, String problem) {
    return new Derivation.Underivable(
        MISSING_IDENTITY,
        "the arguments of '"
            + intent.action()
            + "' "
            + problem
            + "; send what makes it the same action, under that name and not null; a field that may"
            + " be missing stands under 'identity_optional' in the catalog");
  }

  private static Derivation missingId(String code, String name, ActionIntent intent) {
    return new Derivation.Underivable(
        code,
        "the key of '"
            + intent.action()
            + "' needs an "
            + name
            + ", and an empty one does not count; send the same "
            + name
            + " on every retry");
  }

  private static boolean hasValidTexts(ActionIntent intent) {
    return isValid(intent.scope().tenant())
        && isValid(intent.scope().session())
        && isValid(intent.action())
        && isValid(intent.intentId())
        && isValid(intent.toolCallId());
  }

  /** Whether a text has no lone surrogate: UTF-8 would turn each into the same "?". */
  private static boolean isValid(@Nullable String text) {
    if (text == null) {
      return true;
    }
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!Character.isSupplementaryCodePoint(text.codePointAt(i))) {
          return false;
        }
        i++;
      }
    }
    return true;
  }
}
