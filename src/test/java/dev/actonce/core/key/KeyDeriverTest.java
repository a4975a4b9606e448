package dev.actonce.core.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.KeyChoice;
import dev.actonce.core.KeyKind;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.Scope;
import org.junit.jupiter.api.Test;

class KeyDeriverTest {
  private static final String ARGUMENTS = "{\"amount\":149}";

  // J19
  @Test
  void separatesTenants() {
    ActionIntent acme = Intents.of(Scope.ofTenant("acme"), "INV-1", null, ARGUMENTS);
    ActionIntent globex = Intents.of(Scope.ofTenant("globex"), "INV-1", null, ARGUMENTS);

    assertThat(Intents.key(acme, KeyPolicy.AUTO)).isNotEqualTo(Intents.key(globex, KeyPolicy.AUTO));
  }

  // J19
  @Test
  void doesNotLetTenantAndSessionRunIntoEachOther() {
    Scope one = new Scope("a", "b:c", null, null);
    Scope other = new Scope("a:b", "c", null, null);
    Scope tenantOnly = Scope.ofTenant("a:b:c");

    assertThat(one)
        .extracting(scope -> Intents.key(Intents.of(scope, null, null, ARGUMENTS), KeyPolicy.AUTO))
        .isNotIn(
            Intents.key(Intents.of(other, null, null, ARGUMENTS), KeyPolicy.AUTO),
            Intents.key(Intents.of(tenantOnly, null, null, ARGUMENTS), KeyPolicy.AUTO));
  }

  // J17
  @Test
  void keepsTheKeyWhenFreeTextOutsideTheIdentityIsReworded() {
    KeyPolicy policy = Intents.identity("payee", "amount", "currency");
    String first = "{\"payee\":\"bob\",\"amount\":5,\"currency\":\"EUR\",\"reason\":\"rent\"}";
    String reworded =
        "{\"payee\":\"bob\",\"amount\":5,\"currency\":\"EUR\",\"reason\":\"for May\"}";

    assertThat(Intents.key(Intents.of(first), policy))
        .isEqualTo(Intents.key(Intents.of(reworded), policy));
  }

  // J17
  @Test
  void keepsTheKeyOfAnIntentIdWhateverTheArguments() {
    ActionIntent first = Intents.withIntentId("INV-1", "{\"amount\":5,\"reason\":\"rent\"}");
    ActionIntent reworded = Intents.withIntentId("INV-1", "{\"amount\":5,\"reason\":\"for May\"}");

    assertThat(Intents.key(first, KeyPolicy.AUTO)).isEqualTo(Intents.key(reworded, KeyPolicy.AUTO));
  }

  // J17
  @Test
  void hashesAllArgumentsOnlyByDefault() {
    assertThat(Intents.key("{\"amount\":5,\"reason\":\"rent\"}"))
        .isNotEqualTo(Intents.key("{\"amount\":5,\"reason\":\"for May\"}"));
  }

  @Test
  void showsAnotherPayloadUnderOneIntentIdInTheFingerprint() {
    Derivation.Derived first =
        Intents.derived(Intents.withIntentId("INV-1", "{\"amount\":149}"), KeyPolicy.AUTO);
    Derivation.Derived second =
        Intents.derived(Intents.withIntentId("INV-1", "{\"amount\":159}"), KeyPolicy.AUTO);

    assertThat(second.key()).isEqualTo(first.key());
    assertThat(second.fingerprint()).isNotEqualTo(first.fingerprint());
  }

  @Test
  void givesEqualPayloadsOneFingerprintUnderEveryKind() {
    ActionIntent intent = Intents.of(Scope.ofTenant("acme"), "INV-1", "call_1", ARGUMENTS);
    ActionIntent inSession =
        Intents.of(new Scope("acme", "s", null, null), "INV-2", "call_2", ARGUMENTS);

    assertThat(KeyChoice.values())
        .extracting(choice -> Intents.derived(intent, Intents.choice(choice)).fingerprint())
        .containsOnly(Intents.derived(inSession, KeyPolicy.AUTO).fingerprint());
  }

  @Test
  void ignoresRunAndAgent() {
    Scope first = new Scope("acme", "s", "run-1", "planner");
    Scope restarted = new Scope("acme", "s", "run-2", "worker");

    assertThat(Intents.key(Intents.of(first, null, null, ARGUMENTS), KeyPolicy.AUTO))
        .isEqualTo(Intents.key(Intents.of(restarted, null, null, ARGUMENTS), KeyPolicy.AUTO));
  }

  @Test
  void picksIntentWhenThereIsAnIntentIdAndFingerprintElse() {
    assertThat(Intents.derived(Intents.withIntentId("INV-1", ARGUMENTS), KeyPolicy.AUTO).kind())
        .isEqualTo(KeyKind.INTENT);
    assertThat(Intents.derived(Intents.withIntentId("", ARGUMENTS), KeyPolicy.AUTO).kind())
        .isEqualTo(KeyKind.FINGERPRINT);
  }

  @Test
  void hashesTheArgumentsBesideTheToolCallId() {
    KeyPolicy policy = Intents.choice(KeyChoice.TOOL_CALL);

    assertThat(Intents.key(Intents.withToolCallId("call_0", "{\"to\":1}"), policy))
        .isNotEqualTo(Intents.key(Intents.withToolCallId("call_0", "{\"to\":2}"), policy))
        .isNotEqualTo(Intents.key(Intents.withToolCallId("call_1", "{\"to\":1}"), policy));
  }

  @Test
  void refusesAnEmptyIdWhereThePolicyNeedsOne() {
    assertThat(Intents.key(Intents.withIntentId("", ARGUMENTS), Intents.choice(KeyChoice.INTENT)))
        .isEqualTo(KeyDeriver.MISSING_INTENT_ID);
    assertThat(
            Intents.key(Intents.withToolCallId("", ARGUMENTS), Intents.choice(KeyChoice.TOOL_CALL)))
        .isEqualTo(KeyDeriver.MISSING_TOOL_CALL_ID);
  }

  @Test
  void treatsAnAbsentOptionalIdentityFieldAsNull() {
    KeyPolicy policy = Intents.optionalIdentity("payee.id", "amount");

    assertThat(Intents.key(Intents.of("{\"amount\":5}"), policy))
        .isEqualTo(Intents.key(Intents.of("{\"amount\":5,\"payee\":{\"id\":null}}"), policy))
        .isEqualTo(Intents.key(Intents.of("{\"amount\":5,\"payee\":null}"), policy));
  }

  @Test
  void refusesArgumentsWithoutAnyIdentityField() {
    Derivation derivation =
        KeyDeriver.derive(
            Intents.of("{\"amount\":null,\"reason\":\"secret\"}"),
            Intents.optionalIdentity("payee.id", "amount"));

    assertThat(derivation)
        .isEqualTo(
            new Derivation.Underivable(
                "MISSING_IDENTITY",
                "the arguments of 'pay' have none of its identity fields [payee.id, amount]; send"
                    + " what makes it the same action, under that name and not null; a field that"
                    + " may be missing stands under 'identity_optional' in the catalog"));
  }

  @Test
  void neverMakesOneActionOfTwoWhoseIdentityFieldIsMisspelt() {
    Derivation derivation =
        KeyDeriver.derive(
            Intents.of("{\"customerId\":\"c2\",\"amount\":149}"),
            Intents.identity("customer", "amount"));

    assertThat(derivation)
        .isEqualTo(
            new Derivation.Underivable(
                "MISSING_IDENTITY",
                "the arguments of 'pay' lack 'customer', a field of its identity; send what makes"
                    + " it the same action, under that name and not null; a field that may be"
                    + " missing stands under 'identity_optional' in the catalog"));
  }

  @Test
  void explainsTheKeyByItsParts() {
    ActionIntent intent = Intents.of(Scope.ofTenant("acme"), null, null, "{\"b\":1.50,\"a\":null}");

    assertThat(Intents.derived(intent, KeyPolicy.AUTO).parts())
        .containsExactly(
            KeyPart.of("kind", "fingerprint"),
            KeyPart.of("tenant", "acme"),
            KeyPart.of("session", null),
            KeyPart.of("action", "pay"),
            KeyPart.of("identity", "{\"b\":15e-1}"));
  }

  @Test
  void showsNoArgumentsWhenPrinted() {
    String secret = "4111111111111111";

    assertThat(Intents.derived(Intents.of("{\"card\":\"" + secret + "\"}"), KeyPolicy.AUTO))
        .asString()
        .doesNotContain(secret);
    assertThat(KeyDeriver.derive(Intents.of("{\"card\":\"" + secret + "\"} x"), KeyPolicy.AUTO))
        .asString()
        .doesNotContain(secret);
  }

  // J08
  @Test
  void refusesLoneSurrogatesInIds() {
    assertThat(Intents.key(Intents.withIntentId("a\uD800", ARGUMENTS), KeyPolicy.AUTO))
        .isEqualTo(KeyDeriver.INVALID_TEXT);
    assertThat(
            Intents.key(
                Intents.of(Scope.ofTenant("\uDC00"), null, null, ARGUMENTS), KeyPolicy.AUTO))
        .isEqualTo(KeyDeriver.INVALID_TEXT);
  }
}
